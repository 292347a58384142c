/* Writes a network in whole numbers, as game_server/bots/doudizhu/net.py reads it, and reads one. */
#pragma once
#include "net.h"

static int8_t small_of(float weight, float scale, int *cut) {
    long found = lroundf(weight * scale);
    if (found > 127 || found < -127) ++*cut;
    return found > 127 ? 127 : found < -127 ? -127 : found;
}
static float largest(const float *weights, int many) {
    float most = 0;
    for (int one = 0; one < many; one++) most = fmaxf(most, fabsf(weights[one]));
    return most;
}

static int write_net(const Net *net, FILE *file) {
    int cut = 0;
    for (int place = 0; place < 3; place++) {
        const Layers *of = &net->of[place];
        /* The few largest weights are cut rather than that all become coarse. */
        float first = fmaxf(32, 127 / largest(of->first[0], MARKS * HIDDEN));
        float second = fmaxf(32, 127 / largest(of->second[0], HIDDEN * NARROW));
        float last = 127 / largest(of->last, NARROW), unit = 1 / (first * second * last);
        int8_t weight;
        int32_t bias;
        for (int mark = 0; mark < MARKS; mark++)
            for (int one = 0; one < HIDDEN; one++)
                weight = small_of(of->first[mark][one], first, &cut), fwrite(&weight, 1, 1, file);
        for (int one = 0; one < HIDDEN; one++)
            bias = lroundf(of->first_bias[one] * first), fwrite(&bias, 4, 1, file);
        for (int unit_of = 0; unit_of < HIDDEN; unit_of++)
            for (int one = 0; one < NARROW; one++)
                weight = small_of(of->second[unit_of][one], second, &cut), fwrite(&weight, 1, 1, file);
        for (int one = 0; one < NARROW; one++)
            bias = lroundf(of->second_bias[one] * first * second), fwrite(&bias, 4, 1, file);
        for (int one = 0; one < NARROW; one++)
            weight = small_of(of->last[one], last, &cut), fwrite(&weight, 1, 1, file);
        bias = lroundf(of->last_bias / unit), fwrite(&bias, 4, 1, file);
        fwrite(&unit, 4, 1, file);
        fprintf(stderr, "place %d: scales %.0f %.0f %.0f, %d cut\n", place, first, second, last, cut);
    }
    return cut;
}

static void read_small(float *to, int many, FILE *file) {
    for (int one = 0; one < many; one++) to[one] = (int8_t)fgetc(file);
}
static void read_whole(float *to, int many, FILE *file) {
    for (int32_t number; many-- && fread(&number, 4, 1, file);) *to++ = number;
}

/* The whole numbers as they are: only the last layer is brought back to its size. 1 if all is there. */
static int read_net(Net *net, FILE *file) {
    float unit = 0;
    for (int place = 0; place < 3; place++) {
        Layers *of = &net->of[place];
        read_small(of->first[0], MARKS * HIDDEN, file), read_whole(of->first_bias, HIDDEN, file);
        read_small(of->second[0], HIDDEN * NARROW, file), read_whole(of->second_bias, NARROW, file);
        read_small(of->last, NARROW, file), read_whole(&of->last_bias, 1, file);
        if (!fread(&unit, 4, 1, file)) return 0;
        for (int one = 0; one < NARROW; one++) of->last[one] *= unit;
        of->last_bias *= unit;
    }
    return fgetc(file) == EOF;
}
