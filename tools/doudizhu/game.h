/* What an experienced player does at once, and the search that thinks each turn through.

   The same as game_server/bots/doudizhu/{sense,worlds,search}.py. */
#pragma once
#include "hands.h"
#include <math.h>

enum { LANDLORD = 0, ALMOST_OUT = 2, PASS = -1 };

typedef struct {
    int place, left[3], owner, leads;
    Move table; /* what is to be beaten; nothing where the turn leads */
    Packed hand, unseen, feared;
} Spot;

static uint64_t chance_state = 1;
static inline uint64_t chance64(void) {
    uint64_t word = chance_state += 0x9E3779B97F4A7C15ULL;
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9ULL;
    word = (word ^ word >> 27) * 0x94D049BB133111EBULL;
    return word ^ word >> 31;
}
static inline int chance(int bound) { return (chance64() >> 32) * (uint64_t)bound >> 32; }

static int danger(const Spot *spot) {
    if (spot->place != LANDLORD) return spot->left[LANDLORD];
    return spot->left[1] < spot->left[2] ? spot->left[1] : spot->left[2];
}
static inline int beaten(const Move *move, const Spot *spot) {
    return beatable(move->category, move->length, move->low, spot->feared);
}

/* The index of the play in `plays`, which may be made longer by one. */
static int lead_by_sense(Eyes *eyes, const Spot *spot, Move *plays, int moves) {
    const Worths *worths = &eyes->worths;
    int shortest = 99;
    for (int one = 0; one < moves; one++)
        if (plays[one].turns < shortest) shortest = plays[one].turns;
    for (int one = 0; shortest == 0 && one < moves; one++)
        if (plays[one].turns == 0) return one;
    if (spot->place == 1 && spot->left[2] == 1 && shortest > 1) {
        int rank = lowest(at_least(spot->hand, 1));
        leaving(eyes, spot->hand, SOLO, 1, rank, 1ULL << 4 * rank, plays + moves);
        return moves;
    }
    if (shortest <= 2) {
        int best = -1, sure = 0;
        for (int one = 0; one < moves; one++) {
            if (beaten(plays + one, spot)) continue;
            sure++;
            const Move *a = plays + one, *b = plays + best;
            if (best < 0 || a->turns < b->turns
                || (a->turns == b->turns && (is_blast(a->category) < is_blast(b->category)
                    || (is_blast(a->category) == is_blast(b->category) && a->value > b->value))))
                best = one;
        }
        if (best >= 0 && (plays[best].turns == 1 || (plays[best].turns == 2 && sure > 1))) return best;
    }
    int best = 0, most = -(1 << 30), few = danger(spot);
    for (int one = 0; one < moves; one++) {
        const Move *play = plays + one;
        int worth = play->value + worths->lead_size[spot->place] * play->size
            + worths->lead_low[spot->place] * play->low;
        if (play->size == few && few <= ALMOST_OUT && beaten(play, spot))
            worth += worths->risk_low * play->low - worths->risk;
        if (worth > most) best = one, most = worth;
    }
    return best;
}

static int cover(const Spot *spot, const Move *plays, int moves) {
    int sure = PASS, high = PASS;
    for (int one = 0; one < moves; one++) {
        const Move *play = plays + one;
        int blast = is_blast(play->category);
        if (!beaten(play, spot)
            && (sure < 0 || blast < is_blast(plays[sure].category)
                || (blast == is_blast(plays[sure].category) && play->value > plays[sure].value)))
            sure = one;
        if (!blast && (high < 0 || play->low > plays[high].low)) high = one;
    }
    return sure >= 0 ? sure : high;
}

static int follow_by_sense(Eyes *eyes, const Spot *spot, const Move *plays, int moves) {
    const Worths *worths = &eyes->worths;
    const Move *table = &spot->table;
    if (!moves) return PASS;
    for (int one = 0; one < moves; one++)
        if (plays[one].turns == 0) return one;
    for (int one = 0; one < moves; one++)
        if (plays[one].turns == 1 && !beaten(plays + one, spot)) return one;
    int top = 0;
    for (int one = 1; one < moves; one++)
        if (plays[one].value > plays[top].value) top = one;
    const Move *best = plays + top;
    Split now = split(eyes, spot->hand);
    if (spot->place != LANDLORD && spot->owner != LANDLORD) {
        int last = table->category == SOLO ? 1 : table->category == PAIR ? 2 : 0;
        if (last && last == spot->left[LANDLORD] && spot->place == 2 && beaten(table, spot))
            return cover(spot, plays, moves);
        if (is_blast(best->category) || spot->left[spot->owner] <= ALMOST_OUT) return PASS;
        if (best->turns == 1) return top;
        int cheap = table->low + table->length <= worths->help_low
            && best->low + best->length - 1 <= worths->help_high;
        return cheap && best->value >= now.value - worths->help_slack && spot->place == 2
            && beaten(table, spot) ? top : PASS;
    }
    int few = danger(spot);
    if (few <= ALMOST_OUT) {
        int chosen = PASS;
        for (int one = 0; one < moves; one++) {
            const Move *play = plays + one, *other = plays + chosen;
            if (is_blast(play->category)) continue;
            if (chosen < 0 || play->turns < other->turns
                || (play->turns == other->turns && play->low > other->low))
                chosen = one;
        }
        return chosen >= 0 ? chosen : top;
    }
    if (is_blast(best->category) && best->value < now.value)
        return few < worths->blast_left && best->turns < (now.turns < worths->blast_turns ? now.turns : worths->blast_turns)
            ? top : PASS;
    int given = few <= worths->late_few ? worths->given[spot->place][0]
        : few <= worths->late_more ? worths->given[spot->place][1] : 0;
    return best->value >= now.value - given ? top : PASS;
}

static int sensible(Eyes *eyes, const Spot *spot, Move *plays) {
    if (spot->leads) {
        int moves = leads(eyes, spot->hand, plays);
        return lead_by_sense(eyes, spot, plays, moves);
    }
    int moves = follows(eyes, spot->hand, spot->table.category, spot->table.length, spot->table.low, plays);
    return follow_by_sense(eyes, spot, plays, moves);
}

/* Who goes out when all three play what is sensible; each place has its own eyes. */
static int played_on(Eyes *eyes[3], const Packed hands[3], int place, Move table, int owner, int *turns) {
    Spot spot = {.table = table, .owner = owner};
    Packed holds[3] = {hands[0], hands[1], hands[2]}, alive = hands[0] + hands[1] + hands[2];
    Move plays[MOST_MOVES];
    for (int one = 0; one < 3; one++) spot.left[one] = size_of(hands[one]);
    for (;; place = (place + 1) % 3) {
        ++*turns;
        spot.place = place, spot.hand = holds[place], spot.unseen = spot.feared = alive - spot.hand;
        spot.leads = spot.owner == place;
        int chosen = sensible(eyes[place], &spot, plays);
        if (chosen == PASS) continue;
        holds[place] -= plays[chosen].cards, alive -= plays[chosen].cards;
        spot.left[place] -= plays[chosen].size;
        if (!spot.left[place]) return place;
        spot.table = plays[chosen], spot.owner = place;
    }
}

/* The unseen cards dealt to the other two; of some it is known who holds them. */
static void imagined(const Spot *spot, const Packed known[3], Packed hands[3]) {
    int one = (spot->place + 1) % 3, other = (spot->place + 2) % 3;
    Packed free = spot->unseen - known[one] - known[other], drawn = 0;
    int cards[54], held = 0;
    for (int rank = 0; rank < RANKS; rank++)
        for (int copy = count(free, rank); copy; copy--) cards[held++] = rank;
    for (int wanted = spot->left[one] - size_of(known[one]); wanted > 0; wanted--) {
        int place = chance(held);
        drawn += 1ULL << 4 * cards[place];
        cards[place] = cards[--held];
    }
    hands[spot->place] = spot->hand;
    hands[one] = known[one] + drawn;
    hands[other] = known[other] + free - drawn;
}

typedef struct {
    Eyes *eyes;
    int budget, most, first; /* imagined turns, plays at the most, worlds before the first halving */
    double clear, slips;
    int beginner;
    const struct Net *net;
    double weight; /* how many worlds the logarithm of the net's odds counts for */
} Player;

typedef struct { Move move; int pass, usual; double won, opinion; } Try;

static int better(const Try *a, const Try *b) { return a->won + a->opinion > b->won + b->opinion; }

/* Stable: of equal ones the earlier stays before. */
static void sort_tries(Try *tries, int many) {
    for (int one = 1; one < many; one++)
        for (int at = one; at > 0 && better(tries + at, tries + at - 1); at--) {
            Try swap = tries[at];
            tries[at] = tries[at - 1], tries[at - 1] = swap;
        }
}

static Try searched(const Player *player, const Spot *spot, const Packed known[3], Try *tries, int many) {
    Eyes *eyes[3] = {player->eyes, player->eyes, player->eyes};
    int worlds = 0, halving = player->first, budget = player->budget;
    while (budget > 0 && many > 1) {
        Packed hands[3];
        imagined(spot, known, hands);
        worlds++;
        for (int one = 0; one < many; one++) {
            Packed rest[3] = {hands[0], hands[1], hands[2]};
            int turns = 0;
            if (!tries[one].pass) rest[spot->place] -= tries[one].move.cards;
            int out = tries[one].pass
                ? played_on(eyes, rest, (spot->place + 1) % 3, spot->table, spot->owner, &turns)
                : played_on(eyes, rest, (spot->place + 1) % 3, tries[one].move, spot->place, &turns);
            tries[one].won += (out == LANDLORD) == (spot->place == LANDLORD) ? 1 : -1;
            budget -= turns;
        }
        if (worlds == halving) {
            halving *= 2;
            sort_tries(tries, many);
            if (tries[0].won + tries[0].opinion - tries[1].won - tries[1].opinion
                > player->clear * sqrt(worlds))
                break;
            many = (many + 1) / 2 > 2 ? (many + 1) / 2 : 2;
        }
    }
    sort_tries(tries, many);
    return tries[0];
}
