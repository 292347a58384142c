/* A beginner with one habit: the lowest that will do, whoever leads.

   It leads the group that its lowest card is in, and beats any play, a fellow's too, by the lowest of
   the kind. RLCard's rule agent is such a player; `tests/bots/test_doudizhu_habits.py` compares them. */
#pragma once
#include "game.h"

static Move bare_move(int category, int length, int low, Packed cards) {
    return (Move){category, length, low, size_of(cards), 0, 0, cards};
}

/* Bombs, then trios, then runs of five ranks and more of what is left, then pairs. */
static Move beginner_lead(Packed hand) {
    int low = lowest(at_least(hand, 1)), copies = count(hand, low);
    if (low == SMALL && (hand & BOTH) == BOTH) return bare_move(ROCKET, 2, SMALL, BOTH);
    if (copies == 4) return bare_move(BOMB, 1, low, 4ULL << 4 * low);
    if (copies == 3) {
        int length = 1;
        while (low + length < TWO && count(hand, low + length) == 3) length++;
        return bare_move(length > 1 ? AIRPLANE : TRIO, length, low, 3 * (units(length) << 4 * low));
    }
    int length = 0, least = 4;
    while (low + length < TWO) {
        int held = count(hand, low + length);
        if (held != 1 && held != 2) break;
        if (held < least) least = held;
        length++;
    }
    if (length >= 5) return bare_move(CHAIN, length, low, units(length) << 4 * low);
    return bare_move(copies == 2 ? PAIR : SOLO, 1, low, (Packed)copies << 4 * low);
}

/* Kickers as the beginner takes them: the lowest, whatever they break. */
static Packed beginner_kickers(Packed rest, int low, int length, int kicker, int wanted) {
    Packed others = at_least(rest, kicker) & ~(units(length) << 4 * low), found = 0;
    for (; others && wanted; others &= others - 1, wanted--) found += (Packed)kicker << 4 * lowest(others);
    return wanted || (found & BOTH) == BOTH ? 0 : found;
}

/* A pass is 0 cards. */
static Move beginner_follow(const Spot *spot) {
    const Move *table = &spot->table;
    int category = table->category, previous = (spot->place + 2) % 3;
    Packed hand = spot->hand, free = category == ROCKET ? 0 : higher(hand, category, table->length, table->low);
    for (; free; free &= free - 1) {
        int low = lowest(free);
        Packed bare = COPIES[category] * (units(table->length) << 4 * low);
        if (!KICKERS[category]) return bare_move(category, table->length, low, bare);
        Packed more = beginner_kickers(hand - bare, low, table->length, KICKER[category],
                                     KICKERS[category] * table->length);
        if (more) return bare_move(category, table->length, low, bare + more);
    }
    Move none = {.category = NONE}, blasts[RANKS + 1];
    if (spot->place != LANDLORD && previous != LANDLORD) return none;
    int many = 0;
    for (Packed left = category == BOMB || category == ROCKET ? 0 : at_least(hand, 4); left; left &= left - 1)
        blasts[many++] = bare_move(BOMB, 1, lowest(left), 4ULL << 4 * lowest(left));
    if (category != ROCKET && (hand & BOTH) == BOTH) blasts[many++] = bare_move(ROCKET, 2, SMALL, BOTH);
    int pick = chance(many + 1);
    return pick < many ? blasts[pick] : none;
}

static Try by_habit(const Spot *spot) {
    Move move = spot->leads ? beginner_lead(spot->hand) : beginner_follow(spot);
    return (Try){.move = move, .pass = !move.cards};
}
