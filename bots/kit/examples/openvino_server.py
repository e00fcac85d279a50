"""A small model behind the interface of /completions, for the option logprobs of endpoint_bot.py: every text is echoed with the
log-probabilities of its tokens.

    pip install openvino-genai openvino-tokenizers
    python3 openvino_server.py model.gguf 8080

The model is a file of GGUF, or a folder of OpenVINO.
"""

import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import openvino_genai


class Model:
    """The model. It reads one request at a time, all texts of a request together."""

    def __init__(self, path):
        self.pipeline = openvino_genai.ContinuousBatchingPipeline(path, openvino_genai.SchedulerConfig(), "CPU")
        self.tokenizer, self.lock = self.pipeline.get_tokenizer(), threading.Lock()
        self.config = openvino_genai.GenerationConfig()
        self.config.echo, self.config.logprobs, self.config.max_new_tokens = True, 1, 1

    def choices(self, texts):
        """A choice for each text, and the number of tokens read."""
        with self.lock:
            handles = [self.pipeline.add_request(number, text, self.config) for number, text in enumerate(texts)]
            while self.pipeline.has_non_finished_requests():
                self.pipeline.step()
            outputs = [handle.read_all()[0] for handle in handles]
        choices = [self.choice(index, text, output) for index, (text, output) in enumerate(zip(texts, outputs))]
        return choices, sum(len(output.generated_ids) - 1 for output in outputs)

    def choice(self, index, text, output):
        pieces = [self.tokenizer.decode([token]) for token in output.generated_ids]
        offsets = [sum(map(len, pieces[:place])) for place in range(len(pieces))]
        logs = [None, *output.generated_log_probs[1:]]
        return {"index": index, "text": "".join(pieces), "finish_reason": "length",
                "logprobs": {"tokens": pieces, "text_offset": offsets, "token_logprobs": logs}}


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        texts = asked.get("prompt")
        if not self.path.endswith("/completions") or not isinstance(texts, list):
            return self.say(400, {"error": {"message": "this server continues lists of texts, and nothing else"}})
        choices, tokens = self.server.model.choices(texts)
        return self.say(200, {"choices": choices, "usage": {"prompt_tokens": tokens, "completion_tokens": len(texts)}})

    def say(self, status, value):
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit("usage: openvino_server.py MODEL PORT")
    server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[2])), Handler)
    server.model = Model(sys.argv[1])
    print("ready at http://127.0.0.1:%d/v1" % server.server_port, flush=True)
    server.serve_forever()
