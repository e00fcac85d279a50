/* A bot in C without a library of JSON: it reads clues by their first letters.
 *
 *   cc -O2 -o letters letters_bot.c && ./letters
 *   gcc -O2 -o letters.exe letters_bot.c && letters.exe    (Windows)
 *
 * Its clues are the words after the last ones that its seed points to; it guesses that a clue stands for the keyword whose number
 * is nearest to the clue's, which is nonsense and a function of the question: it shows the protocol and nothing else.
 *
 * It relies on the order of the fields that the program writes, and passes over lines that begin otherwise and fields that it does
 * not know. A library of JSON needs no such order.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long vocabulary;

/* What stands behind a key, at or after `from` and before `end`; 0 if it is not there. */
static const char *find(const char *from, const char *end, const char *key) {
    const char *at = strstr(from, key);
    return at && (!end || at < end) ? at + strlen(key) : 0;
}

/* How many texts a list holds: quotes that open or close one, halved. */
static long texts(const char *at) {
    long quotes = 0;
    for (; *at && *at != ']'; at++) {
        if (*at == '\\' && at[1]) at++;
        else if (*at == '"') quotes++;
    }
    return quotes / 2;
}

static unsigned long long next(unsigned long long *state) {
    *state = *state * 6364136223846793005ULL + 1442695040888963407ULL;
    return *state >> 33;
}

static void answer(const char *ask, const char *end, int first) {
    long long id = atoll(find(ask, end, "\"id\":"));
    unsigned long long state = strtoull(find(ask, end, "\"seed\":"), 0, 10);
    const char *role = find(ask, end, "\"role\":\"");
    printf("%s{\"id\":%lld,", first ? "" : ",", id);
    if (!strncmp(role, "encrypt", 7)) {
        long word = (long)(next(&state) % (unsigned long long)vocabulary);
        printf("\"clues\":[%ld,%ld,%ld]}", word, (word + 1) % vocabulary, (word + 2) % vocabulary);
        return;
    }
    printf("\"p\":[");
    for (int code = 0; code < 24; code++) printf("%s%llu", code ? "," : "", 1 + next(&state) % 8);
    printf("]}");
}

/* Reads a line of any length; 0 at the end. */
static int read_line(char **line, size_t *room) {
    size_t length = 0;
    do {
        if (*room - length < 2) {
            *room = 2 * *room + 4096;
            *line = realloc(*line, *room);
            if (!*line) return 0;
        }
        if (!fgets(*line + length, (int)(*room - length), stdin)) return 0;
        length += strlen(*line + length);
    } while ((*line)[length - 1] != '\n');
    return 1;
}

int main(void) {
    char *line = 0;
    size_t room = 0;
    while (read_line(&line, &room)) {
        if (!strncmp(line, "{\"hello\"", 8)) {
            puts("{\"hello\":{\"protocol\":1,\"name\":\"letters\",\"version\":\"1\",\"roles\":[\"encrypt\",\"decode\","
                 "\"intercept\"],\"batch\":64,\"thinks_alike\":true,\"deterministic\":true}}");
        } else if (!strncmp(line, "{\"setup\"", 8)) {
            const char *words = find(line, 0, "\"vocabulary\":[");
            vocabulary = words ? texts(words) : 0;
            puts(vocabulary > 3 ? "{\"ready\":true}" : "{\"error\":\"a vocabulary of more than three words is needed\"}");
        } else if (!strncmp(line, "{\"ask\"", 6)) {
            const char *ask = strstr(line, "{\"id\":");
            printf("{\"answers\":[");
            for (int first = 1; ask; first = 0) {
                const char *end = strstr(ask + 1, "{\"id\":");
                answer(ask, end, first);
                ask = end;
            }
            puts("]}");
        } else if (!strncmp(line, "{\"quit\"", 7)) {
            break;
        }
        fflush(stdout);
    }
    free(line);
    return 0;
}
