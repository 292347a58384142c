/* How often a side wins, by two features of a hand: what its split is worth and its high cards. */
#pragma once
#include "match.h"

enum { BY_VALUE = 16, BY_HIGH = 7, VALUE_FROM = -660, VALUE_STEP = 60, HIGH_STEP = 2, PRIOR = 30 };
typedef struct { double won[BY_VALUE][BY_HIGH], many[BY_VALUE][BY_HIGH]; } Table;

static int place_in(int number, int from, int step, int most) {
    int found = (number - from) / step;
    return number < from ? 0 : found < most ? found : most - 1;
}
static void counted(Eyes *eyes, Table *table, Packed hand, int won) {
    int row = place_in(split(eyes, hand).value, VALUE_FROM, VALUE_STEP, BY_VALUE);
    int column = place_in(strength(hand), 0, HIGH_STEP, BY_HIGH);
    table->won[row][column] += won, table->many[row][column]++;
}

/* In thousandths; a cell with few games leans to the one of the hand that is worth a little less. */
static int share(const Table *table, int row, int column) {
    int less = row ? share(table, row - 1, column) : column ? share(table, row, column - 1) : 100;
    return lround((1000 * table->won[row][column] + PRIOR * less) / (table->many[row][column] + PRIOR));
}

static void print_table(const char *name, const Table *table) {
    printf("%s\n", name);
    for (int row = 0; row < BY_VALUE; row++)
        for (int column = 0; column < BY_HIGH; column++)
            printf("%d%s", share(table, row, column), column < BY_HIGH - 1 ? " " : "\n");
}

/* Landlords by their seventeen cards and by all twenty, where anybody may be the landlord; then
   peasants, where the landlord is whom the first of these tables likes best. */
static int values(Eyes *eyes, int games, uint64_t seed) {
    static Table dealt_hand, taken_up, peasant;
    Player sense = {.eyes = eyes};
    const Player *all[] = {&sense, &sense, &sense};
    chance_state = seed;
    for (int one = 0; one < games; one++) {
        Deal deal = dealt(0);
        int won = game(deal, all, 0, 0, 0);
        counted(eyes, &dealt_hand, deal.hands[LANDLORD] - deal.kitty, won);
    }
    for (int one = 0; one < games; one++) {
        Deal deal = dealt(0), turned = deal;
        int best = 0, most = -1;
        deal.hands[LANDLORD] -= deal.kitty;
        for (int place = 0; place < 3; place++) {
            int row = place_in(split(eyes, deal.hands[place]).value, VALUE_FROM, VALUE_STEP, BY_VALUE);
            int likely = share(&dealt_hand, row, place_in(strength(deal.hands[place]), 0, HIGH_STEP, BY_HIGH));
            if (likely > most) best = place, most = likely;
        }
        for (int place = 0; place < 3; place++) turned.hands[place] = deal.hands[(best + place) % 3];
        turned.hands[LANDLORD] += deal.kitty;
        int won = game(turned, all, 0, 0, 0);
        counted(eyes, &taken_up, turned.hands[LANDLORD], won);
        counted(eyes, &peasant, turned.hands[1], !won);
        counted(eyes, &peasant, turned.hands[2], !won);
    }
    print_table("dealt", &dealt_hand);
    print_table("taken_up", &taken_up);
    print_table("peasant", &peasant);
    return 0;
}
