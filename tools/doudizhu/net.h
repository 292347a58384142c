/* A small network for each place: how likely its side wins, after what it does now.

   Its inputs are marks that are set or not, so that the first layer is a sum of rows. */
#pragma once
#include "game.h"

enum {
    OF_UNSEEN = 0, OF_KITTY = 54, OF_LEFT = 108, OF_PLAYED = 162, OF_REFUSED = 270, OF_TABLE = 334,
    OF_TURNS = 379, OF_AFTER = 391, OF_CARDS = 445, OF_PLAY = 499, OF_TURNS_AFTER = 542,
    OF_VALUE = 554, OF_FLAGS = 578, OF_HABITS = 581, HABIT = 29, MARKS = 639, HIDDEN = 240, NARROW = 32,
    MOST_MARKS = 192
};

typedef struct {
    float first[MARKS][HIDDEN], first_bias[HIDDEN];
    float second[HIDDEN][NARROW], second_bias[NARROW];
    float last[NARROW], last_bias;
} Layers;
typedef struct Net { Layers of[3]; } Net;

/* What a place cannot hold if it always plays the lowest that will do; `broken` once it did not. */
typedef struct { Packed none, single; int broken; } Habit;

/* What all have seen of a game. */
typedef struct {
    Packed played[3], kitty;
    int solo[3], pair[3]; /* the lowest that each place did not beat; 15: none */
    Habit habit[3];
} Seen;

/* Ones at the ranks above the first and below the second. */
static inline Packed between(int low, int high) {
    return high > low + 1 ? units(high - low - 1) << 4 * (low + 1) : 0;
}

/* What a play says of the habit of its place; `cards` is 0 for a pass. */
static void noted(Habit *habit, const Spot *spot, const Move *move, Packed cards) {
    if (habit->broken) return;
    if (spot->leads) {
        habit->none |= between(-1, lowest(at_least(cards, 1)));
        if (KICKERS[move->category]) habit->broken = 1;
    } else {
        const Move *table = &spot->table;
        Packed better = between(table->low, cards && move->category == table->category ? move->low : RANKS);
        if (table->category == SOLO) habit->none |= better;
        if (table->category == PAIR) habit->single |= better;
    }
    if (at_least(cards, 1) & habit->none) habit->broken = 1;
    if (cards && at_least(cards, 2) & habit->single) habit->broken = 1;
    habit->none |= at_least(cards, 1) & habit->single;
    if (habit->broken) habit->none = habit->single = 0;
}

typedef struct { int many; uint16_t mark[MOST_MARKS]; } Marks;

static inline void set_mark(Marks *marks, int mark) { marks->mark[marks->many++] = mark; }
static void set_cards(Marks *marks, int from, Packed cards) {
    for (Packed left = at_least(cards, 1); left; left &= left - 1) {
        int rank = lowest(left);
        if (rank >= SMALL) set_mark(marks, from + 52 + rank - SMALL);
        else for (int copy = 0; copy < count(cards, rank); copy++) set_mark(marks, from + 4 * rank + copy);
    }
}
static inline int at_most(int number, int most) { return number < most ? number : most; }

static void set_ranks(Marks *marks, int from, Packed ranks) {
    for (; ranks; ranks &= ranks - 1) set_mark(marks, from + lowest(ranks));
}
static void set_habit(Marks *marks, int from, const Habit *habit, Packed unseen) {
    set_ranks(marks, from, habit->none & at_least(unseen, 1));
    set_ranks(marks, from + 15, habit->single & ~habit->none & at_least(unseen, 2));
    if (habit->broken) set_mark(marks, from + 28);
}

static void marks_of_spot(Eyes *eyes, const Spot *spot, const Seen *seen, Marks *marks) {
    int next = (spot->place + 1) % 3, before = (spot->place + 2) % 3;
    static const int from[] = {0, 20, 37};
    set_cards(marks, OF_UNSEEN, spot->unseen);
    if (spot->place != LANDLORD) set_cards(marks, OF_KITTY, seen->kitty);
    for (int place = 0; place < 3; place++) set_mark(marks, OF_LEFT + from[place] + spot->left[place] - 1);
    set_cards(marks, OF_PLAYED, seen->played[next]);
    set_cards(marks, OF_PLAYED + 54, seen->played[before]);
    set_mark(marks, OF_REFUSED + seen->solo[next]);
    set_mark(marks, OF_REFUSED + 16 + seen->solo[before]);
    set_mark(marks, OF_REFUSED + 32 + seen->pair[next]);
    set_mark(marks, OF_REFUSED + 48 + seen->pair[before]);
    if (spot->leads) set_mark(marks, OF_TABLE + NONE);
    else {
        set_mark(marks, OF_TABLE + spot->table.category);
        set_mark(marks, OF_TABLE + 15 + spot->table.low);
        set_mark(marks, OF_TABLE + 30 + spot->table.length);
        set_mark(marks, OF_TABLE + 43 + (spot->owner == before));
    }
    set_mark(marks, OF_TURNS + at_most(split(eyes, spot->hand).turns, 11));
    set_habit(marks, OF_HABITS, &seen->habit[next], spot->unseen);
    set_habit(marks, OF_HABITS + HABIT, &seen->habit[before], spot->unseen);
}

static void marks_of_play(Eyes *eyes, const Spot *spot, const Try *one, Marks *marks) {
    Split now = split(eyes, spot->hand);
    Packed cards = one->pass ? 0 : one->move.cards;
    int turns = one->pass ? now.turns : one->move.turns, value = one->pass ? now.value : one->move.value;
    int step = (value + 700) / 45;
    set_cards(marks, OF_AFTER, spot->hand - cards);
    set_cards(marks, OF_CARDS, cards);
    set_mark(marks, OF_PLAY + (one->pass ? NONE : one->move.category));
    if (!one->pass) {
        set_mark(marks, OF_PLAY + 15 + one->move.low);
        set_mark(marks, OF_PLAY + 30 + one->move.length);
        if (beaten(&one->move, spot)) set_mark(marks, OF_FLAGS);
        if (is_blast(one->move.category)) set_mark(marks, OF_FLAGS + 1);
    }
    if (one->usual) set_mark(marks, OF_FLAGS + 2);
    set_mark(marks, OF_TURNS_AFTER + at_most(turns < 0 ? 0 : turns, 11));
    set_mark(marks, OF_VALUE + (step < 0 ? 0 : at_most(step, 23)));
}

static void add_rows(const Layers *of, const Marks *marks, float *sum) {
    for (int one = 0; one < marks->many; one++) {
        const float *row = of->first[marks->mark[one]];
        for (int unit = 0; unit < HIDDEN; unit++) sum[unit] += row[unit];
    }
}

/* From the sums of the first layer to the logarithm of the odds. */
static float odds(const Layers *of, const float *sum, float *hidden, float *narrow) {
    float found = of->last_bias;
    for (int unit = 0; unit < HIDDEN; unit++) hidden[unit] = sum[unit] > 0 ? sum[unit] : 0;
    memcpy(narrow, of->second_bias, sizeof of->second_bias);
    for (int unit = 0; unit < HIDDEN; unit++)
        if (hidden[unit] > 0)
            for (int to = 0; to < NARROW; to++) narrow[to] += hidden[unit] * of->second[unit][to];
    for (int to = 0; to < NARROW; to++) {
        narrow[to] = narrow[to] > 0 ? narrow[to] : 0;
        found += narrow[to] * of->last[to];
    }
    return found;
}

static void judged(const Net *net, Eyes *eyes, const Spot *spot, const Seen *seen, Try *tries, int many) {
    const Layers *of = &net->of[spot->place];
    float sum[HIDDEN], each[HIDDEN], hidden[HIDDEN], narrow[NARROW];
    Marks marks = {0};
    memcpy(sum, of->first_bias, sizeof sum);
    marks_of_spot(eyes, spot, seen, &marks);
    add_rows(of, &marks, sum);
    for (int one = 0; one < many; one++) {
        Marks more = {0};
        memcpy(each, sum, sizeof sum);
        marks_of_play(eyes, spot, tries + one, &more);
        add_rows(of, &more, each);
        tries[one].opinion = odds(of, each, hidden, narrow);
    }
}
