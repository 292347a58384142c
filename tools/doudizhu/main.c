/* The program behind `python -m tools.doudizhu`; bots.h is written from the bots' own numbers. */
#include "bids.h"
#include "train.h"
#include "tune.h"
#include "write.h"

#include "bots.h"

static Eyes eyes;

/* Prints the tuned knobs by name, and what they win from those of today. */
static int tune(int steps, int decks, uint64_t seed) {
    static Eyes then;
    double within;
    chance_state = seed;
    set_worths(&eyes, tuned(WORTHS, steps, decks)), set_worths(&then, WORTHS);
    Player ours = {.eyes = &eyes}, theirs = {.eyes = &then};
    double won = duplicate(&ours, &theirs, 20000, &within);
    fprintf(stderr, "%.2f %% ± %.2f of the games against the worths of before\n", 100 * won, 100 * within);
    print_worths(eyes.worths);
    return 0;
}

static int load(const char *path, Course *course, uint64_t seed) {
    FILE *file = fopen(path, "rb");
    chance_state = seed;
    if (!file) return begin(&course->net), 0;
    int read = fread(course, sizeof *course, 1, file) == 1;
    fclose(file);
    chance_state = course->chance;
    return read ? 0 : (fprintf(stderr, "%s is no course of training.\n", path), 1);
}

static int save(const char *path, Course *course) {
    char fresh[4096];
    snprintf(fresh, sizeof fresh, "%s.new", path);
    FILE *file = fopen(fresh, "wb");
    course->chance = chance_state;
    int written = file && fwrite(course, sizeof *course, 1, file) == 1;
    if (file) fclose(file);
    return written ? rename(fresh, path) : (perror(path), 1);
}

/* So many seconds more, a line of the curve after each part; the rate falls to a twentieth. */
static int train(const char *path, double seconds, double rate, uint64_t seed) {
    static Course course;
    if (load(path, &course, seed)) return 1;
    set_worths(&eyes, WORTHS);
    for (double end = course.seconds + seconds; course.seconds < end;) {
        double left = end - course.seconds, now = rate * (0.05 + 0.95 * left / seconds);
        double loss = train_for(&course, &eyes, fmin(60, left), now, WARM);
        Player ours = {.eyes = &eyes, .net = &course.net, .weight = 1, .most = MOST};
        Player sense = {.eyes = &eyes}, beginner = {.eyes = &eyes, .beginner = 1};
        course.chance = chance_state, chance_state = 99;
        double within, closely, won = duplicate(&ours, &sense, 1500, &within);
        double over_beginner = duplicate(&ours, &beginner, 1500, &closely);
        chance_state = course.chance;
        printf("%.0f s, %.2f M games, %.1f M turns, loss %.4f, over sense %.1f %% ± %.1f, over beginner %.1f %% ± %.1f\n",
               course.seconds, course.games / 1e6, course.samples / 1e6, loss, 100 * won, 100 * within,
               100 * over_beginner, 100 * closely);
        fflush(stdout);
        if (save(path, &course)) return 1;
    }
    return 0;
}

static int write_it(const char *from, const char *to) {
    static Course course;
    FILE *file;
    if (load(from, &course, 0) || !(file = fopen(to, "wb"))) return perror(to), 1;
    fprintf(stderr, "%d weights cut\n", write_net(&course.net, file));
    return fclose(file);
}

/* A line for each turn: what was seen, what sense did, and the marks of that. */
static void told(void *with, Eyes *of, const Spot *spot, const Seen *seen, const Try *done) {
    Marks marks = {0};
    const Move *table = &spot->table;
    (void)with;
    printf("%d %llu %d %d %d %d %d %d %d %llu %llu", spot->place, (unsigned long long)spot->hand,
           spot->left[0], spot->left[1], spot->left[2], spot->leads ? -1 : table->category, table->length,
           table->low, spot->owner, (unsigned long long)spot->unseen,
           (unsigned long long)spot->feared);
    for (int place = 0; place < 3; place++)
        printf(" %llu %d %d %llu %llu %d", (unsigned long long)seen->played[place], seen->solo[place],
               seen->pair[place], (unsigned long long)seen->habit[place].none,
               (unsigned long long)seen->habit[place].single, seen->habit[place].broken);
    printf(" %llu %llu", (unsigned long long)seen->kitty, (unsigned long long)(done->pass ? 0 : done->move.cards));
    marks_of_spot(of, spot, seen, &marks);
    marks_of_play(of, spot, done, &marks);
    for (int one = 0; one < marks.many; one++) printf(" %d", marks.mark[one]);
    printf("\n");
}

static int tell(int games, uint64_t seed) {
    set_worths(&eyes, WORTHS);
    Player sense = {.eyes = &eyes};
    const Player *all[] = {&sense, &sense, &sense};
    chance_state = seed;
    while (games--) game(dealt(0), all, told, 0, 0);
    return 0;
}

static void told_plays(Packed hand, const Move *table, const Move *plays, int many) {
    printf("%llu %d %d %d", (unsigned long long)hand, table ? table->category : -1, table ? table->length : 0,
           table ? table->low : 0);
    for (int one = 0; one < many; one++)
        printf(" %d %d %d %llu", plays[one].category, plays[one].length, plays[one].low,
               (unsigned long long)plays[one].cards);
    printf("\n");
}

/* A few ranks with all of their cards, so that kickers are scarce. */
static Packed whole_ranks(void) {
    Packed hand = 4ULL << 4 * chance(SMALL);
    for (int rank = 0; rank < RANKS; rank++)
        if (!count(hand, rank) && !chance(5) && size_of(hand) <= 16)
            hand += (Packed)(rank < SMALL ? 4 - chance(2) : 1) << 4 * rank;
    return hand;
}

/* What hands of all sizes could lead, and how they could beat what another hand leads. */
static int tell_plays(int hands, uint64_t seed) {
    Move plays[MOST_MOVES], theirs[MOST_MOVES];
    set_worths(&eyes, WORTHS);
    chance_state = seed;
    while (hands--) {
        Deal deal = dealt(0);
        Packed hand = deal.hands[LANDLORD];
        for (int gone = chance(20); gone; gone--) {
            int rank;
            do rank = chance(RANKS);
            while (!count(hand, rank));
            hand -= 1ULL << 4 * rank;
        }
        if (hands % 2) hand = whole_ranks();
        told_plays(hand, 0, plays, every_lead(&eyes, hand, plays));
        Move *table = theirs + chance(every_lead(&eyes, deal.hands[1], theirs));
        told_plays(hand, table, plays, follows(&eyes, hand, table->category, table->length, table->low, plays));
    }
    return 0;
}

/* What a beginner does with hands of all sizes, without its bombs where they are by chance. */
static int tell_habits(int hands, uint64_t seed) {
    Move theirs[MOST_MOVES];
    set_worths(&eyes, WORTHS);
    chance_state = seed;
    for (; hands; hands--) {
        Deal deal = dealt(0);
        Spot spot = {.place = chance(3), .leads = hands % 3 == 0, .hand = deal.hands[LANDLORD]};
        if (!spot.leads) spot.table = theirs[chance(every_lead(&eyes, deal.hands[1], theirs))];
        Try done = by_habit(&spot);
        int blast = !spot.leads && is_blast(done.move.category) && done.move.category != spot.table.category;
        printf("%llu %d %d %d %d %llu\n", (unsigned long long)spot.hand, spot.place,
               spot.leads ? -1 : (int)spot.table.category, spot.table.length, spot.table.low,
               (unsigned long long)(done.pass || blast ? 0 : done.move.cards));
    }
    return 0;
}

/* Among players by sense, or by the network of this file. */
static int tell_bids(int deals, uint64_t seed, const char *path) {
    static Net net;
    set_worths(&eyes, WORTHS);
    Player player = {.eyes = &eyes};
    if (path) {
        FILE *file = fopen(path, "rb");
        if (!file) return perror(path), 1;
        int read = read_net(&net, file);
        fclose(file);
        if (!read) return fprintf(stderr, "%s is no network.\n", path), 1;
        player.net = &net, player.weight = 1, player.most = MOST;
    }
    chance_state = seed;
    return bids(&eyes, DEALT, &player, BIDS, deals);
}

int main(int many, char **words) {
    const char *what = many > 1 ? words[1] : "";
    if (!strcmp(what, "tune") && many == 5)
        return tune(atoi(words[2]), atoi(words[3]), strtoull(words[4], 0, 10));
    if (!strcmp(what, "train") && many == 6)
        return train(words[2], atof(words[3]), atof(words[4]), strtoull(words[5], 0, 10));
    if (!strcmp(what, "write") && many == 4) return write_it(words[2], words[3]);
    if (!strcmp(what, "values") && many == 4) {
        set_worths(&eyes, WORTHS);
        return values(&eyes, atoi(words[2]), strtoull(words[3], 0, 10));
    }
    if (!strcmp(what, "bids") && (many == 4 || many == 5))
        return tell_bids(atoi(words[2]), strtoull(words[3], 0, 10), many == 5 ? words[4] : 0);
    if (!strcmp(what, "auctions") && many == 4) {
        set_worths(&eyes, WORTHS), chance_state = strtoull(words[3], 0, 10);
        return tell_auctions(&eyes, DEALT, BIDS, atoi(words[2])), 0;
    }
    if (!strcmp(what, "plays") && many == 4) return tell_plays(atoi(words[2]), strtoull(words[3], 0, 10));
    if (!strcmp(what, "habits") && many == 4) return tell_habits(atoi(words[2]), strtoull(words[3], 0, 10));
    if (!strcmp(what, "tell") && many == 4) return tell(atoi(words[2]), strtoull(words[3], 0, 10));
    fprintf(stderr, "tune STEPS DECKS SEED | train FILE SECONDS RATE SEED | write FILE TO | values GAMES SEED"
                    " | bids DEALS SEED [NET] | auctions DEALS SEED | tell GAMES SEED | plays HANDS SEED | habits HANDS SEED\n");
    return 2;
}
