/* Training by games against itself: what was done is judged by who won in the end. */
#pragma once
#include "match.h"
#include <time.h>

enum { BATCH = 128, POOL = 4096, MOST_TURNS = 400, MOST = 14, WARM = 400000 };
typedef struct { float value[sizeof(Layers) / sizeof(float)], square[sizeof(Layers) / sizeof(float)]; } Pace;
typedef struct { Marks marks; float won; } Sample;
typedef struct {
    Net net;
    Pace pace[3];
    int64_t steps[3], games, samples;
    double seconds;
    uint64_t chance;
} Course;

/* Who sits at a table of training: the first until it is warm, then any of the others. */
enum { NET, LOOSE, SENSE, BEGINNER };
static const int TABLES[][3] = {
    {LOOSE, LOOSE, LOOSE},   {NET, NET, NET},       {NET, NET, NET},       {NET, NET, NET},
    {NET, NET, NET},         {NET, NET, NET},       {SENSE, NET, NET},     {NET, SENSE, SENSE},
    {BEGINNER, NET, NET},      {BEGINNER, NET, NET},    {NET, BEGINNER, BEGINNER}, {NET, BEGINNER, BEGINNER},
    {NET, NET, BEGINNER},      {NET, SENSE, NET},
};

static Sample pool[3][POOL];
static int pooled[3];
static Sample turns_of_game[MOST_TURNS];
static int turns_open, places_open[MOST_TURNS], watched[3];

static void begin(Net *net) {
    memset(net, 0, sizeof *net);
    for (int place = 0; place < 3; place++) {
        Layers *of = &net->of[place];
        for (int mark = 0; mark < MARKS; mark++)
            for (int unit = 0; unit < HIDDEN; unit++) of->first[mark][unit] = (chance(2001) - 1000) / 1000.0f * 0.12f;
        for (int unit = 0; unit < HIDDEN; unit++)
            for (int to = 0; to < NARROW; to++) of->second[unit][to] = (chance(2001) - 1000) / 1000.0f * 0.15f;
        for (int to = 0; to < NARROW; to++) of->last[to] = (chance(2001) - 1000) / 1000.0f * 0.25f;
    }
}

/* Adds the gradient of one sample; the loss. */
static double taught(const Layers *of, Layers *slope, const Sample *sample) {
    float sum[HIDDEN], hidden[HIDDEN], narrow[NARROW], back[NARROW], deep[HIDDEN];
    memcpy(sum, of->first_bias, sizeof sum);
    add_rows(of, &sample->marks, sum);
    float likely = 1 / (1 + expf(-odds(of, sum, hidden, narrow)));
    float error = likely - sample->won;
    slope->last_bias += error;
    for (int to = 0; to < NARROW; to++) {
        slope->last[to] += error * narrow[to];
        back[to] = narrow[to] > 0 ? error * of->last[to] : 0;
        slope->second_bias[to] += back[to];
    }
    for (int unit = 0; unit < HIDDEN; unit++) {
        deep[unit] = 0;
        if (hidden[unit] <= 0) continue;
        for (int to = 0; to < NARROW; to++) {
            slope->second[unit][to] += hidden[unit] * back[to];
            deep[unit] += back[to] * of->second[unit][to];
        }
    }
    for (int unit = 0; unit < HIDDEN; unit++) slope->first_bias[unit] += deep[unit];
    for (int one = 0; one < sample->marks.many; one++) {
        float *row = slope->first[sample->marks.mark[one]];
        for (int unit = 0; unit < HIDDEN; unit++) row[unit] += deep[unit];
    }
    return -logf(fmaxf(1e-6f, sample->won > 0.5f ? likely : 1 - likely));
}

/* Adam. */
static void stepped(Course *course, int place, Layers *slope, float rate) {
    float *weight = (float *)&course->net.of[place], *grad = (float *)slope;
    Pace *pace = &course->pace[place];
    double step = ++course->steps[place];
    float fast = rate / (1 - pow(0.9, step)), slow = 1 / (1 - pow(0.999, step));
    for (size_t one = 0; one < sizeof(Layers) / sizeof(float); one++) {
        float now = grad[one] / BATCH;
        pace->value[one] = 0.9f * pace->value[one] + 0.1f * now;
        pace->square[one] = 0.999f * pace->square[one] + 0.001f * now * now;
        weight[one] -= fast * pace->value[one] / (sqrtf(pace->square[one] * slow) + 1e-6f);
        grad[one] = 0;
    }
}

static double learned(Course *course, int place, float rate) {
    static Layers slope;
    double loss = 0;
    for (int one = POOL - 1; one > 0; one--) {
        int other = chance(one + 1);
        Sample swap = pool[place][one];
        pool[place][one] = pool[place][other], pool[place][other] = swap;
    }
    for (int one = 0; one < POOL; one++) {
        loss += taught(&course->net.of[place], &slope, &pool[place][one]);
        if (one % BATCH == BATCH - 1) stepped(course, place, &slope, rate);
    }
    pooled[place] = 0;
    return loss / POOL;
}

static void watching(void *with, Eyes *eyes, const Spot *spot, const Seen *seen, const Try *done) {
    (void)with;
    if (!watched[spot->place] || turns_open == MOST_TURNS) return;
    Sample *sample = &turns_of_game[turns_open];
    sample->marks.many = 0;
    marks_of_spot(eyes, spot, seen, &sample->marks);
    marks_of_play(eyes, spot, done, &sample->marks);
    places_open[turns_open++] = spot->place;
}

/* Games until the clock says so; what is learned goes into the course. */
static double train_for(Course *course, Eyes *eyes, double seconds, float rate, int warm) {
    Player net = {.eyes = eyes, .net = &course->net, .weight = 1, .most = MOST, .slips = 0.02};
    Player sense = {.eyes = eyes}, loose = {.eyes = eyes, .most = MOST, .slips = 0.15};
    Player beginner = {.eyes = eyes, .beginner = 1};
    const Player *all[] = {&net, &loose, &sense, &beginner};
    clock_t from = clock();
    double loss = 0;
    int learnt = 0;
    while ((double)(clock() - from) / CLOCKS_PER_SEC < seconds) {
        const int *kinds = TABLES[course->samples < warm ? 0 : 1 + chance(sizeof TABLES / sizeof *TABLES - 1)];
        const Player *players[3];
        for (int place = 0; place < 3; place++)
            players[place] = all[kinds[place]], watched[place] = kinds[place] == NET || kinds[place] == LOOSE;
        turns_open = 0;
        int won = game(dealt(chance(3) == 0), players, watching, 0, 0);
        course->games++;
        for (int one = 0; one < turns_open; one++) {
            int place = places_open[one];
            turns_of_game[one].won = place == LANDLORD ? won : !won;
            pool[place][pooled[place]++] = turns_of_game[one];
            course->samples++;
            if (pooled[place] == POOL) loss += learned(course, place, rate), learnt++;
        }
    }
    course->seconds += (double)(clock() - from) / CLOCKS_PER_SEC;
    return learnt ? loss / learnt : 0;
}
