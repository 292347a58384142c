/* A game from the deal to the end, among players of any kind. */
#pragma once
#include "net.h"
#include "beginner.h"
#include <stdio.h>
#include <stdlib.h>

typedef struct { Packed hands[3], kitty; } Deal;

/* A strength by aces, twos, jokers and bombs. */
static int strength(Packed hand) {
    return count(hand, 11) + 2 * count(hand, TWO) + 3 * count(hand, SMALL) + 4 * count(hand, BIG)
        + 4 * __builtin_popcountll(at_least(hand, 4)) + 4 * ((hand & BOTH) == BOTH);
}

static Deal dealt(int strongest) {
    int cards[54];
    Packed hands[3] = {0}, kitty = 0;
    for (int one = 0; one < 54; one++) cards[one] = one < 52 ? one >> 2 : one - 39;
    for (int one = 0; one < 54; one++) {
        int at = one + chance(54 - one), card = cards[at];
        cards[at] = cards[one];
        if (one < 51) hands[one / 17] += 1ULL << 4 * card;
        else kitty += 1ULL << 4 * card;
    }
    int first = 0;
    for (int one = 1; strongest && one < 3; one++)
        if (strength(hands[one]) > strength(hands[first])) first = one;
    return (Deal){{hands[first] + kitty, hands[(first + 1) % 3], hands[(first + 2) % 3]}, kitty};
}

static int by_value(const void *a, const void *b) {
    const Try *one = a, *other = b;
    return other->move.value - one->move.value;
}

/* The plays worth a thought, sense's own first; how many. */
static int tried(Eyes *eyes, const Spot *spot, Try *tries, int most) {
    Move plays[MOST_MOVES], more[MOST_MOVES];
    int usual = sensible(eyes, spot, plays), many = 1, moves;
    tries[0] = (Try){.pass = usual == PASS, .usual = 1};
    if (usual != PASS) tries[0].move = plays[usual];
    if (spot->leads) moves = every_lead(eyes, spot->hand, more);
    else moves = follows(eyes, spot->hand, spot->table.category, spot->table.length, spot->table.low, more);
    Try rest[MOST_MOVES];
    for (int one = 0; one < moves; one++) rest[one] = (Try){.move = more[one]};
    qsort(rest, moves, sizeof *rest, by_value);
    for (int one = 0; one < moves && one < most; one++)
        if (usual == PASS || rest[one].move.cards != tries[0].move.cards
            || rest[one].move.category != tries[0].move.category)
            tries[many++] = rest[one];
    if (!spot->leads && usual != PASS) tries[many++] = (Try){.pass = 1};
    return many;
}

/* Told of each choice: what was tried, and which of it was done. */
typedef void (*Watch)(void *with, Eyes *eyes, const Spot *spot, const Seen *seen, const Try *done);

static Try chosen(const Player *player, const Spot *spot, const Seen *seen) {
    Try tries[MOST_MOVES];
    Packed known[3] = {spot->place == LANDLORD ? 0 : seen->kitty, 0, 0};
    if (player->beginner) return by_habit(spot);
    if (!player->budget && !player->net && !player->slips) {
        Move plays[MOST_MOVES];
        int usual = sensible(player->eyes, spot, plays);
        return usual == PASS ? (Try){.pass = 1, .usual = 1} : (Try){.move = plays[usual], .usual = 1};
    }
    int many = tried(player->eyes, spot, tries, player->most);
    if (many == 1 || (!tries[0].pass && tries[0].move.turns == 0)) return tries[0];
    if (player->slips > 0 && chance(1 << 20) < player->slips * (1 << 20)) return tries[chance(many)];
    if (player->net) {
        judged(player->net, player->eyes, spot, seen, tries, many);
        for (int one = 0; one < many; one++) tries[one].opinion *= player->weight;
        sort_tries(tries, many);
    }
    return player->budget ? searched(player, spot, known, tries, many) : tries[0];
}

/* 1 if the landlord wins. `blasts` counts bombs. */
static int game(Deal deal, const Player *players[3], Watch watch, void *with, int *blasts) {
    Spot spot = {.leads = 1};
    Seen seen = {.kitty = deal.kitty, .solo = {15, 15, 15}, .pair = {15, 15, 15}};
    Packed alive = deal.hands[0] + deal.hands[1] + deal.hands[2];
    for (int one = 0; one < 3; one++) spot.left[one] = size_of(deal.hands[one]);
    for (int place = 0;; place = (place + 1) % 3) {
        spot.place = place, spot.hand = deal.hands[place];
        spot.leads = spot.owner == place;
        spot.unseen = spot.feared = alive - spot.hand;
        if (place != LANDLORD && size_of(seen.kitty) == spot.left[LANDLORD]) spot.feared = seen.kitty;
        Try done = chosen(players[place], &spot, &seen);
        if (watch) watch(with, players[place]->eyes, &spot, &seen, &done);
        noted(&seen.habit[place], &spot, &done.move, done.pass ? 0 : done.move.cards);
        if (done.pass) {
            int *refused = spot.table.category == SOLO ? seen.solo : spot.table.category == PAIR ? seen.pair : 0;
            int foe = (place == LANDLORD) != (spot.owner == LANDLORD);
            if (refused && foe && spot.table.low < refused[place]) refused[place] = spot.table.low;
            continue;
        }
        deal.hands[place] -= done.move.cards, alive -= done.move.cards;
        seen.played[place] += done.move.cards;
        if (place == LANDLORD)
            for (Packed left = at_least(seen.kitty, 1); left; left &= left - 1) {
                /* Of a rank that the landlord holds twice it may be another card: the fewest stay. */
                int rank = lowest(left), gone = count(done.move.cards, rank);
                int stay = count(seen.kitty, rank) - gone;
                seen.kitty -= (Packed)(count(seen.kitty, rank) - (stay > 0 ? stay : 0)) << 4 * rank;
            }
        spot.left[place] -= done.move.size;
        if (blasts) *blasts += is_blast(done.move.category);
        if (!spot.left[place]) return place == LANDLORD;
        spot.table = done.move, spot.owner = place;
    }
}

/* The share of both games of so many decks that the first player won; `within`: of 95 %. */
static double duplicate(const Player *ours, const Player *theirs, int decks, double *within) {
    double sum = 0, squares = 0;
    for (int one = 0; one < decks; one++) {
        Deal deal = dealt(0);
        const Player *as_landlord[] = {ours, theirs, theirs}, *as_peasants[] = {theirs, ours, ours};
        double won = (game(deal, as_landlord, 0, 0, 0) + !game(deal, as_peasants, 0, 0, 0)) / 2.0;
        sum += won, squares += won * won;
    }
    double mean = sum / decks;
    *within = 1.96 * sqrt((squares / decks - mean * mean) / decks);
    return mean;
}
