/* Tunes what sense thinks that plays are worth, by games against itself. */
#pragma once
#include "match.h"
#include <stddef.h>

static const struct { const char *name; size_t at; int step; } KNOBS[] = {
#define KNOB(name, step) {#name, offsetof(Worths, name), step}
    KNOB(base, 10), KNOB(ace, 6), KNOB(two, 8), KNOB(small, 10), KNOB(big, 10), KNOB(pair, 6), KNOB(trio, 8),
    KNOB(chain, 10), KNOB(pair_chain, 10), KNOB(airplane, 10), KNOB(bomb, 20), KNOB(rocket, 25), KNOB(dear, 1),
    KNOB(risk, 80), KNOB(risk_low, 10), KNOB(late_few, 1), KNOB(late_more, 2),
    KNOB(given[0][0], 20), KNOB(given[0][1], 12), KNOB(given[1][0], 20), KNOB(given[1][1], 12),
    KNOB(given[2][0], 20), KNOB(given[2][1], 12), KNOB(lead_size[0], 3), KNOB(lead_size[1], 3),
    KNOB(lead_size[2], 3), KNOB(lead_low[0], 3), KNOB(lead_low[1], 3), KNOB(lead_low[2], 3),
    KNOB(blast_left, 2), KNOB(blast_turns, 1), KNOB(help_low, 1), KNOB(help_high, 1), KNOB(help_slack, 10),
};
enum { KNOBS_MANY = sizeof KNOBS / sizeof *KNOBS };
static int *knob(Worths *worths, int one) { return (int *)((char *)worths + KNOBS[one].at); }

static Worths rounded(const double *at) {
    Worths worths = {0};
    for (int one = 0; one < KNOBS_MANY; one++) *knob(&worths, one) = lround(at[one]);
    return worths;
}

/* All knobs are turned a step at once, each one up or down by chance; whichever way of the two wins
   more games pulls all of them a little (SPSA). */
static Worths tuned(Worths start, int steps, int decks) {
    static Eyes up, down;
    double at[KNOBS_MANY];
    for (int one = 0; one < KNOBS_MANY; one++) at[one] = *knob(&start, one);
    for (int step = 0; step < steps; step++) {
        double more[KNOBS_MANY], less[KNOBS_MANY], within;
        int way[KNOBS_MANY];
        for (int one = 0; one < KNOBS_MANY; one++) {
            way[one] = chance(2) ? 1 : -1;
            more[one] = at[one] + way[one] * KNOBS[one].step;
            less[one] = at[one] - way[one] * KNOBS[one].step;
        }
        set_worths(&up, rounded(more)), set_worths(&down, rounded(less));
        Player ours = {.eyes = &up}, theirs = {.eyes = &down};
        double won = duplicate(&ours, &theirs, decks, &within);
        double pull = 2 * (won - 0.5) * (1 - step / (1.2 * steps));
        for (int one = 0; one < KNOBS_MANY; one++) at[one] += pull * way[one] * KNOBS[one].step;
    }
    return rounded(at);
}
static void print_worths(Worths worths) {
    for (int one = 0; one < KNOBS_MANY; one++) printf("%s = %d\n", KNOBS[one].name, *knob(&worths, one));
    fflush(stdout);
}
