/* Hands of Dou Dizhu as single numbers, their splits and their moves.

   The same as game_server/bots/doudizhu/{packed,split,moves}.py; a test compares them. */
#pragma once
#include <stdint.h>
#include <string.h>

typedef uint64_t Packed;
enum { TWO = 12, SMALL = 13, BIG = 14, RANKS = 15, MOST_MOVES = 256, MOST_CHAINS = 6 };
enum Category {
    SOLO, CHAIN, PAIR, PAIR_CHAIN, TRIO, AIRPLANE, TRIO_SOLO, AIRPLANE_SOLOS,
    TRIO_PAIR, AIRPLANE_PAIRS, BOMB, FOUR_SOLOS, FOUR_PAIRS, ROCKET, NONE
};
static const Packed ONES = 0x111111111111111ULL, CHAINABLE = 0x111111111111ULL;
static const Packed BOTH = 1ULL << 52 | 1ULL << 56;
/* By category: cards of each primal, the fewest primals, kickers of a primal, cards of a kicker. */
static const int COPIES[] = {1, 1, 2, 2, 3, 3, 3, 3, 3, 3, 4, 4, 4, 1};
static const int SHORTEST[] = {1, 5, 1, 3, 1, 2, 1, 2, 1, 2, 1, 1, 1, 2};
static const int KICKERS[] = {0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 0, 2, 2, 0};
static const int KICKER[] = {0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 0, 1, 2, 0};

/* What a player thinks that plays are worth; tenths of a rank. */
typedef struct {
    int base, ace, two, small, big, pair, trio, chain, pair_chain, airplane, bomb, rocket, dear;
    int risk, risk_low, late_few, late_more, given[3][2], lead_size[3], lead_low[3];
    int blast_left, blast_turns, help_low, help_high, help_slack;
} Worths;

typedef struct {
    Packed hand; /* with the wings above it */
    int16_t value;
    int8_t turns, chains;
    struct { int8_t copies, length, low; } chain[MOST_CHAINS];
} Split;

enum { SPLITS = 1 << 18 };
typedef struct {
    Worths worths;
    int solo[RANKS], pair[RANKS], trio[RANKS];
    Split known[SPLITS];
} Eyes;

typedef struct {
    int category, length, low, size, value, turns;
    Packed cards;
} Move;

static inline int count(Packed hand, int rank) { return hand >> 4 * rank & 15; }
static inline int size_of(Packed hand) {
    return __builtin_popcountll(hand & ONES) + 2 * __builtin_popcountll(hand >> 1 & ONES)
        + 4 * __builtin_popcountll(hand >> 2 & ONES);
}
static inline Packed units(int length) { return ((1ULL << 4 * length) - 1) / 15; }
static inline Packed at_least(Packed hand, int copies) {
    Packed four = hand >> 2 & ONES;
    if (copies == 1) return ((hand | hand >> 1) & ONES) | four;
    if (copies == 2) return (hand >> 1 & ONES) | four;
    if (copies == 3) return (hand & hand >> 1 & ONES) | four;
    return four;
}
static inline int lowest(Packed marks) { return __builtin_ctzll(marks) >> 2; }
static inline int is_blast(int category) { return category == BOMB || category == ROCKET; }

static void set_worths(Eyes *eyes, Worths worths) {
    eyes->worths = worths;
    for (int rank = 0; rank < RANKS; rank++) {
        int more = rank == 11 ? worths.ace : rank == TWO ? worths.two
            : rank == SMALL ? worths.small : rank == BIG ? worths.big : 0;
        eyes->solo[rank] = 10 * rank - worths.base + more;
        eyes->pair[rank] = eyes->solo[rank] + worths.pair;
        eyes->trio[rank] = eyes->solo[rank] + worths.trio;
    }
    memset(eyes->known, 0xff, sizeof eyes->known);
}

static Split without_chains(const Eyes *eyes, Packed hand, int wings) {
    Split found = {0};
    int kickers[RANKS], held = 0, carried = wings, value = 0, turns = 0;
    for (Packed left = at_least(hand, 1); left; left &= left - 1) {
        int rank = lowest(left), copies = count(hand, rank);
        turns++;
        if (copies == 4) value += 10 * rank + eyes->worths.bomb;
        else if (copies == 3) value += eyes->trio[rank], carried++;
        else {
            int worth = copies == 2 ? eyes->pair[rank] : eyes->solo[rank];
            value += worth;
            if (rank < eyes->worths.dear) kickers[held++] = worth;
        }
    }
    if ((hand & BOTH) == BOTH)
        value += eyes->worths.rocket - eyes->solo[SMALL] - eyes->solo[BIG], turns--;
    for (int one = 0; one < held && one < carried; one++) value -= kickers[one], turns--;
    found.value = value, found.turns = turns;
    return found;
}

static Split split_with(Eyes *eyes, Packed hand, int wings) {
    Packed key = hand | (Packed)wings << 60;
    Split *known = &eyes->known[key * 0x9E3779B97F4A7C15ULL >> 46];
    if (known->hand == key) return *known;
    Split best = without_chains(eyes, hand, wings);
    Packed four = hand >> 2 & CHAINABLE, one = hand & CHAINABLE, two = hand >> 1 & CHAINABLE;
    Packed three = (one & two) | four;
    two |= four, one |= two;
    Packed held[] = {0, one, two, three};
    static const int least[] = {0, 5, 3, 2};
    int bonus[] = {0, eyes->worths.chain, eyes->worths.pair_chain, eyes->worths.airplane};
    for (int copies = 1; copies <= 3; copies++) {
        Packed starts = held[copies];
        for (int step = 1; step < least[copies]; step++) starts &= held[copies] >> 4 * step;
        for (int length = least[copies]; starts; starts &= held[copies] >> 4 * length, length++)
            for (Packed left = starts; left; left &= left - 1) {
                int low = lowest(left);
                Split rest = split_with(
                    eyes, hand - copies * (units(length) << 4 * low),
                    copies == 3 ? wings + length : wings);
                int value = rest.value + 10 * (low + length - 1) + bonus[copies];
                if (value > best.value && rest.chains < MOST_CHAINS) {
                    best = rest;
                    best.value = value, best.turns = rest.turns + 1;
                    memmove(best.chain + 1, rest.chain, sizeof *rest.chain * rest.chains);
                    best.chains = rest.chains + 1;
                    best.chain[0].copies = copies;
                    best.chain[0].length = length, best.chain[0].low = low;
                }
            }
    }
    best.hand = key;
    *known = best;
    return best;
}

static inline Split split(Eyes *eyes, Packed hand) { return split_with(eyes, hand, 0); }

static int leaving(Eyes *eyes, Packed hand, int category, int length, int low, Packed cards,
                   Move *found) {
    Split rest = split(eyes, hand - cards);
    *found = (Move){category, length, low, size_of(cards), rest.value, rest.turns, cards};
    return 1;
}

/* Kickers of different ranks: first what no chain wants, few of the rank, and low. */
static Packed kickers_of(Eyes *eyes, Packed rest, int low, int length, int kicker, int wanted) {
    Packed others = at_least(rest, kicker) & ~(units(length) << 4 * low), loose = rest, found = 0;
    if (__builtin_popcountll(others) < wanted) return 0;
    Split whole = split(eyes, rest);
    for (int one = 0; one < whole.chains; one++)
        loose -= whole.chain[one].copies * (units(whole.chain[one].length) << 4 * whole.chain[one].low);
    int chosen[RANKS];
    for (int taken = 0; taken < wanted; taken++) {
        int best = -1, best_missed = 1 << 30;
        for (Packed left = others; left; left &= left - 1) {
            int rank = lowest(left), alone = count(loose, rank);
            int missed = (rank >= TWO) << 12 | (alone < kicker) << 11 | alone << 8 | rank;
            if (missed < best_missed) best = rank, best_missed = missed;
        }
        others &= ~(1ULL << 4 * best);
        chosen[taken] = best;
        found += (Packed)kicker << 4 * best;
    }
    if (wanted > 1 && chosen[wanted - 2] == SMALL && chosen[wanted - 1] == BIG) return 0;
    return found;
}

static int made(Eyes *eyes, Packed hand, int category, int length, int low, Packed bare, Move *found) {
    if (!KICKERS[category]) return leaving(eyes, hand, category, length, low, bare, found);
    Packed more = kickers_of(
        eyes, hand - bare, low, length, KICKER[category], KICKERS[category] * length);
    return more ? leaving(eyes, hand, category, length, low, bare + more, found) : 0;
}

static Packed higher(Packed hand, int category, int length, int low) {
    Packed held = at_least(hand, COPIES[category]);
    if (SHORTEST[category] > 1) held &= CHAINABLE;
    Packed able = held;
    for (int step = 1; step < length; step++) able &= held >> 4 * step;
    return able >> 4 * (low + 1) << 4 * (low + 1);
}

static int follows(Eyes *eyes, Packed hand, int category, int length, int low, Move *found) {
    int moves = 0;
    if (category == ROCKET) return 0;
    for (Packed left = higher(hand, category, length, low); left; left &= left - 1) {
        int rank = lowest(left);
        moves += made(eyes, hand, category, length, rank,
                      COPIES[category] * (units(length) << 4 * rank), found + moves);
    }
    if (category != BOMB)
        for (Packed left = at_least(hand, 4); left; left &= left - 1)
            moves += leaving(eyes, hand, BOMB, 1, lowest(left), 4ULL << 4 * lowest(left), found + moves);
    if ((hand & BOTH) == BOTH) moves += leaving(eyes, hand, ROCKET, 2, SMALL, BOTH, found + moves);
    return moves;
}

static int beatable(int category, int length, int low, Packed unseen) {
    if (category == ROCKET) return 0;
    if ((unseen & BOTH) == BOTH || higher(unseen, category, length, low)) return 1;
    return category != BOMB && at_least(unseen, 4) != 0;
}

/* A play with each sort of kickers that it may have, and without. */
static int with_kickers(Eyes *eyes, Packed hand, int category, int length, int low, Packed bare,
                        Move *found) {
    int moves = 0;
    int carriers[][2] = {{TRIO_SOLO, TRIO_PAIR}, {AIRPLANE_SOLOS, AIRPLANE_PAIRS}, {FOUR_SOLOS, FOUR_PAIRS}};
    int kind = category == TRIO ? 0 : category == AIRPLANE ? 1 : category == BOMB ? 2 : -1;
    for (int one = 0; kind >= 0 && one < 2; one++)
        moves += made(eyes, hand, carriers[kind][one], length, low, bare, found + moves);
    return moves + leaving(eyes, hand, category, length, low, bare, found + moves);
}

static const int CHAINS_OF[] = {0, CHAIN, PAIR_CHAIN, AIRPLANE}, PLAIN_OF[] = {0, SOLO, PAIR, TRIO};

/* The plays of the best split, trios with and without kickers, and the whole hand as one. */
static int leads(Eyes *eyes, Packed hand, Move *found) {
    int moves = 0;
    Packed rest = hand;
    Split best = split(eyes, hand);
    for (int one = 0; one < best.chains; one++) {
        int copies = best.chain[one].copies, length = best.chain[one].length, low = best.chain[one].low;
        Packed bare = copies * (units(length) << 4 * low);
        rest -= bare;
        moves += with_kickers(eyes, hand, CHAINS_OF[copies], length, low, bare, found + moves);
    }
    if ((rest & BOTH) == BOTH) {
        rest -= BOTH;
        moves += leaving(eyes, hand, ROCKET, 2, SMALL, BOTH, found + moves);
    }
    for (Packed left = at_least(rest, 1); left; left &= left - 1) {
        int rank = lowest(left), copies = count(rest, rank);
        Packed bare = (Packed)copies << 4 * rank;
        if (copies < 4) {
            moves += with_kickers(eyes, hand, PLAIN_OF[copies], 1, rank, bare, found + moves);
            continue;
        }
        moves += leaving(eyes, hand, BOMB, 1, rank, bare, found + moves);
        if (size_of(hand) == 6 || size_of(hand) == 8)
            for (int category = FOUR_SOLOS; category <= FOUR_PAIRS; category++)
                if (made(eyes, hand, category, 1, rank, bare, found + moves) && found[moves].turns == 0)
                    moves++;
    }
    return moves;
}

/* Every play that the hand could lead, however it is split. */
static int every_lead(Eyes *eyes, Packed hand, Move *found) {
    int moves = 0;
    for (int copies = 1; copies <= 3; copies++)
        for (Packed left = at_least(hand, copies); left; left &= left - 1) {
            int rank = lowest(left);
            moves += with_kickers(eyes, hand, PLAIN_OF[copies], 1, rank, (Packed)copies << 4 * rank,
                                  found + moves);
        }
    for (int copies = 1; copies <= 3; copies++) {
        int category = CHAINS_OF[copies];
        for (int length = SHORTEST[category];; length++) {
            Packed starts = higher(hand, category, length, -1);
            if (!starts) break;
            for (; starts; starts &= starts - 1)
                moves += with_kickers(eyes, hand, category, length, lowest(starts),
                                      copies * (units(length) << 4 * lowest(starts)), found + moves);
        }
    }
    for (Packed left = at_least(hand, 4); left; left &= left - 1)
        moves += with_kickers(eyes, hand, BOMB, 1, lowest(left), 4ULL << 4 * lowest(left), found + moves);
    if ((hand & BOTH) == BOTH) moves += leaving(eyes, hand, ROCKET, 2, SMALL, BOTH, found + moves);
    return moves;
}
