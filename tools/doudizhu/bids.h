/* What bids by other thresholds earn, and how often landlords win by them, under `standard`.

   Every deal is played once with each seat as the landlord, so that every auction over it is known. */
#pragma once
#include "values.h"

/* In thousandths: for one, two and three stakes of who is asked first, of who is asked after passes,
   and for three over a bid of one and of two. */
enum { FIRST = 0, LATER = 3, OVER = 6, BIDS_NUMBERS = 8 };
typedef struct { int least[BIDS_NUMBERS]; } Bids;
typedef struct { int often[3], won[3], times[3]; } Known; /* by seat; `times` is what the stakes are doubled to */
typedef struct { int plays, landlord_plays; } Count;

static void count_plays(void *with, Eyes *eyes, const Spot *spot, const Seen *seen, const Try *done) {
    Count *count = with;
    (void)eyes, (void)seen;
    if (!done->pass) *(spot->place == LANDLORD ? &count->landlord_plays : &count->plays) += 1;
}

static int wins_often(Eyes *eyes, const int table[BY_VALUE][BY_HIGH], Packed hand) {
    return table[place_in(split(eyes, hand).value, VALUE_FROM, VALUE_STEP, BY_VALUE)]
                [place_in(strength(hand), 0, HIGH_STEP, BY_HIGH)];
}

static Known every_landlord(Eyes *eyes, const int table[BY_VALUE][BY_HIGH], const Player *player) {
    Deal deal = dealt(0);
    const Player *all[] = {player, player, player};
    Known known;
    deal.hands[LANDLORD] -= deal.kitty;
    for (int seat = 0; seat < 3; seat++) {
        Deal turned = {.kitty = deal.kitty};
        Count count = {0, 0};
        int blasts = 0;
        for (int place = 0; place < 3; place++) turned.hands[place] = deal.hands[(seat + place) % 3];
        known.often[seat] = wins_often(eyes, table, turned.hands[0]);
        turned.hands[LANDLORD] += deal.kitty;
        known.won[seat] = game(turned, all, count_plays, &count, &blasts);
        int spring = known.won[seat] ? !count.plays : count.landlord_plays == 1;
        known.times[seat] = 1 << (blasts + spring);
    }
    return known;
}

static int wanted(const Bids *of, int often, int first, int before) {
    const int *least = of->least + (first ? FIRST : LATER);
    int stakes = 0;
    if (before) return often >= of->least[OVER + before - 1] ? 3 : 0;
    for (int one = 0; one < 3; one++) stakes += often >= least[one];
    return stakes;
}

/* The landlord, who may have bid 0: then nobody plays. */
static int auction(const Known *known, const Bids *of[3], int first, int *bid) {
    int landlord = first;
    *bid = 0;
    for (int turn = 0; turn < 3 && *bid < 3; turn++) {
        int seat = (first + turn) % 3, stakes = wanted(of[seat], known->often[seat], !turn, *bid);
        if (stakes > *bid) *bid = stakes, landlord = seat;
    }
    return landlord;
}

static double earned(const Known *known, int seat, int landlord, int bid) {
    double stakes = bid * known->times[landlord];
    int wins = (seat == landlord) == known->won[landlord];
    return (wins ? stakes : -stakes) * (seat == landlord ? 2 : 1);
}

/* What a seat earns more by other bids where both others bid as usual. */
static double strayed(const Known *known, const Bids *usual, const Bids *other, int first) {
    const Bids *alike[] = {usual, usual, usual};
    double more = 0;
    int bid, landlord = auction(known, alike, first, &bid);
    for (int seat = 0; seat < 3; seat++) {
        const Bids *strays[] = {usual, usual, usual};
        int bid_then;
        strays[seat] = other;
        int then = auction(known, strays, first, &bid_then);
        more += (earned(known, seat, then, bid_then) - earned(known, seat, landlord, bid)) / 3;
    }
    return more;
}

static void print_bids(const Known *known, const int *first, int deals, const Bids *usual, const Bids *other) {
    double gain = 0, squares = 0, many[4] = {0}, won[4] = {0};
    const Bids *alike[] = {other, other, other};
    for (int one = 0; one < deals; one++) {
        int bid, landlord = auction(known + one, alike, first[one], &bid);
        double more = strayed(known + one, usual, other, first[one]);
        many[bid]++, won[bid] += known[one].won[landlord];
        gain += more, squares += more * more;
    }
    double mean = gain / deals, within = 1.96 * sqrt((squares / deals - mean * mean) / deals);
    for (int one = 0; one < BIDS_NUMBERS; one++)
        printf("%d%s", other->least[one], one == LATER - 1 || one == OVER - 1 ? ", " : " ");
    printf("a seat that bids so earns %+.4f ± %.4f; none %.2f %%", mean, within, 100 * many[0] / deals);
    for (int bid = 3; bid; bid--) {
        double share = won[bid] / fmax(1, many[bid]);
        printf("; of %d %.1f %% ± %.1f in %.2f %%", bid, 100 * share,
               196 * sqrt(share * (1 - share) / fmax(1, many[bid])), 100 * many[bid] / deals);
    }
    printf("\n");
}

/* A line for bids that ask nobody's place, one for those of now, and some for each number of these
   moved, in thousandths: more eager and less. */
static int bids(Eyes *eyes, const int table[BY_VALUE][BY_HIGH], const Player *player, Bids now, int deals) {
    enum { MOST = 60, STEP = 20 };
    static const Bids FLAT = {{320, 350, 380, 320, 350, 380, 380, 380}};
    Known *known = malloc(deals * sizeof *known);
    int *first = malloc(deals * sizeof *first);
    if (!known || !first) return perror("bids"), 1;
    for (int one = 0; one < deals; one++) known[one] = every_landlord(eyes, table, player), first[one] = chance(3);
    print_bids(known, first, deals, &FLAT, &FLAT);
    print_bids(known, first, deals, &FLAT, &now);
    for (int moved = 0; moved < BIDS_NUMBERS; moved++)
        for (int by = -MOST; by <= MOST; by += STEP) {
            Bids other = now;
            other.least[moved] += by;
            if (by) print_bids(known, first, deals, &now, &other);
        }
    free(known), free(first);
    return 0;
}

/* A line for each deal: the hands, who is asked first, who is the landlord, and for how many stakes. */
static void tell_auctions(Eyes *eyes, const int table[BY_VALUE][BY_HIGH], Bids now, int deals) {
    const Bids *alike[] = {&now, &now, &now};
    while (deals--) {
        Deal deal = dealt(0);
        Known known;
        int first = chance(3), bid;
        deal.hands[LANDLORD] -= deal.kitty;
        for (int seat = 0; seat < 3; seat++) known.often[seat] = wins_often(eyes, table, deal.hands[seat]);
        int landlord = auction(&known, alike, first, &bid);
        for (int seat = 0; seat < 3; seat++) printf("%llu ", (unsigned long long)deal.hands[seat]);
        printf("%d %d %d\n", first, landlord, bid);
    }
}
