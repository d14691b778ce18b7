#include "COpenVINO.h"

#include <dirent.h>
#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// OpenVINO's C interface, as far as it is used. Types are opaque; ov_shape_t is passed by value.
typedef struct {
    int64_t rank;
    int64_t *dims;
} ov_shape_t;

typedef int ov_status;

struct almagest_ov_library {
    ov_status (*core_create)(void **core);
    void (*core_free)(void *core);
    ov_status (*core_read_model)(const void *core, const char *model, const char *weights, void **result);
    ov_status (*core_compile_model)(
        const void *core, const void *model, const char *device, size_t arguments, void **result, ...);
    void (*model_free)(void *model);
    ov_status (*compiled_model_create_infer_request)(const void *compiled, void **result);
    void (*compiled_model_free)(void *compiled);
    ov_status (*infer_request_get_tensor)(const void *request, const char *name, void **tensor);
    ov_status (*infer_request_infer)(void *request);
    void (*infer_request_free)(void *request);
    ov_status (*tensor_set_shape)(void *tensor, ov_shape_t shape);
    ov_status (*tensor_data)(const void *tensor, void **data);
    ov_status (*tensor_get_byte_size)(const void *tensor, size_t *size);
    void (*tensor_free)(void *tensor);
    const char *(*get_last_err_msg)(void);
};

struct almagest_ov_encoder {
    const almagest_ov_library *library;
    void *core;
    void *compiled;
};

struct almagest_ov_request {
    const almagest_ov_library *library;
    void *request;
};

static void say(char *message, size_t capacity, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, capacity, format, arguments);
    va_end(arguments);
}

/// The library's own words for what went wrong last, on this thread.
static void say_last(const almagest_ov_library *library, ov_status status, char *message, size_t capacity) {
    const char *words = library->get_last_err_msg();
    say(message, capacity, "%s (status %d)", words && *words ? words : "no reason given", status);
}

// MARK: Opening

static bool find_library(const char *folder, char *path, size_t capacity) {
    DIR *entries = opendir(folder);
    if (!entries) return false;
    bool found = false;
    for (struct dirent *entry; !found && (entry = readdir(entries));) {
        if (strncmp(entry->d_name, "libopenvino_c.so", 16) == 0) {
            int length = snprintf(path, capacity, "%s/%s", folder, entry->d_name);
            found = length > 0 && (size_t)length < capacity;
        }
    }
    closedir(entries);
    return found;
}

almagest_ov_library *almagest_ov_open(const char *folder, char *message, size_t capacity) {
    char path[4096];
    if (!find_library(folder, path, sizeof path)) {
        say(message, capacity, "there is no libopenvino_c.so in %s", folder);
        return NULL;
    }
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        say(message, capacity, "%s", dlerror());
        return NULL;
    }
    almagest_ov_library *library = calloc(1, sizeof *library);
    if (!library) return NULL;
    const struct {
        const char *name;
        void *place;
    } functions[] = {
        {"ov_core_create", &library->core_create},
        {"ov_core_free", &library->core_free},
        {"ov_core_read_model", &library->core_read_model},
        {"ov_core_compile_model", &library->core_compile_model},
        {"ov_model_free", &library->model_free},
        {"ov_compiled_model_create_infer_request", &library->compiled_model_create_infer_request},
        {"ov_compiled_model_free", &library->compiled_model_free},
        {"ov_infer_request_get_tensor", &library->infer_request_get_tensor},
        {"ov_infer_request_infer", &library->infer_request_infer},
        {"ov_infer_request_free", &library->infer_request_free},
        {"ov_tensor_set_shape", &library->tensor_set_shape},
        {"ov_tensor_data", &library->tensor_data},
        {"ov_tensor_get_byte_size", &library->tensor_get_byte_size},
        {"ov_tensor_free", &library->tensor_free},
        {"ov_get_last_err_msg", &library->get_last_err_msg},
    };
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        void *symbol = dlsym(handle, functions[i].name);
        if (!symbol) {
            say(message, capacity, "%s has no %s", path, functions[i].name);
            free(library);
            dlclose(handle);
            return NULL;
        }
        memcpy(functions[i].place, &symbol, sizeof symbol);
    }
    return library;
}

// MARK: Models

almagest_ov_encoder *almagest_ov_load(
    const almagest_ov_library *library, const char *xml, const char *weights, const char *precision, int streams,
    char *message, size_t capacity) {
    void *core = NULL, *model = NULL, *compiled = NULL;
    char count[16];
    snprintf(count, sizeof count, "%d", streams);
    ov_status status = library->core_create(&core);
    if (status == 0) status = library->core_read_model(core, xml, weights, &model);
    if (status == 0) {
        // Pinning would put two processes' threads on the same core.
        status = library->core_compile_model(
            core, model, "CPU", 8, &compiled, "INFERENCE_PRECISION_HINT", precision, "NUM_STREAMS", count,
            "INFERENCE_NUM_THREADS", count, "ENABLE_CPU_PINNING", "NO");
    }
    almagest_ov_encoder *encoder = status == 0 ? malloc(sizeof *encoder) : NULL;
    if (status != 0) say_last(library, status, message, capacity);
    if (model) library->model_free(model);
    if (!encoder) {
        if (compiled) library->compiled_model_free(compiled);
        if (core) library->core_free(core);
        return NULL;
    }
    *encoder = (almagest_ov_encoder){library, core, compiled};
    return encoder;
}

void almagest_ov_unload(almagest_ov_encoder *encoder) {
    if (!encoder) return;
    encoder->library->compiled_model_free(encoder->compiled);
    encoder->library->core_free(encoder->core);
    free(encoder);
}

// MARK: Requests

almagest_ov_request *almagest_ov_request_make(almagest_ov_encoder *encoder, char *message, size_t capacity) {
    const almagest_ov_library *library = encoder->library;
    void *request = NULL;
    ov_status status = library->compiled_model_create_infer_request(encoder->compiled, &request);
    if (status != 0) {
        say_last(library, status, message, capacity);
        return NULL;
    }
    almagest_ov_request *result = malloc(sizeof *result);
    if (!result) {
        library->infer_request_free(request);
        return NULL;
    }
    *result = (almagest_ov_request){library, request};
    return result;
}

void almagest_ov_request_free(almagest_ov_request *request) {
    if (!request) return;
    request->library->infer_request_free(request->request);
    free(request);
}

/// The data of a tensor of the request after giving it a shape (unless that is NULL), and its size in bytes.
static ov_status tensor_data(
    almagest_ov_request *request, const char *name, const ov_shape_t *shape, void **data, size_t *size) {
    const almagest_ov_library *library = request->library;
    void *tensor = NULL;
    ov_status status = library->infer_request_get_tensor(request->request, name, &tensor);
    if (status == 0 && shape) status = library->tensor_set_shape(tensor, *shape);
    if (status == 0) status = library->tensor_data(tensor, data);
    if (status == 0) status = library->tensor_get_byte_size(tensor, size);
    // The handle only: the data stays with the request.
    if (tensor) library->tensor_free(tensor);
    return status;
}

bool almagest_ov_request_inputs(
    almagest_ov_request *request, size_t batch, size_t length, int64_t **ids, int64_t **mask, char *message,
    size_t capacity) {
    int64_t dimensions[2] = {(int64_t)batch, (int64_t)length};
    ov_shape_t shape = {2, dimensions};
    size_t sizes[2] = {0, 0};
    void *data[2] = {NULL, NULL};
    ov_status status = tensor_data(request, "ids", &shape, &data[0], &sizes[0]);
    if (status == 0) status = tensor_data(request, "mask", &shape, &data[1], &sizes[1]);
    if (status != 0) {
        say_last(request->library, status, message, capacity);
        return false;
    }
    size_t wanted = batch * length * sizeof(int64_t);
    if (sizes[0] != wanted || sizes[1] != wanted) {
        say(message, capacity, "the model's inputs are not int64");
        return false;
    }
    *ids = data[0];
    *mask = data[1];
    return true;
}

bool almagest_ov_request_run(
    almagest_ov_request *request, const float **output, size_t *count, char *message, size_t capacity) {
    void *data = NULL;
    size_t size = 0;
    ov_status status = request->library->infer_request_infer(request->request);
    if (status == 0) status = tensor_data(request, "hidden", NULL, &data, &size);
    if (status != 0) {
        say_last(request->library, status, message, capacity);
        return false;
    }
    *output = data;
    *count = size / sizeof(float);
    return true;
}
