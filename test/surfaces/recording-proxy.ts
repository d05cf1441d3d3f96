import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** Stands before a provider's simulator and writes down the headers of what it is asked. */
export interface RecordingProxy {
  readonly asked: http.IncomingHttpHeaders[];
  /** The same place, reached through the proxy. */
  through(url: string): string;
  close(): Promise<void>;
}

export async function startRecordingProxy(): Promise<RecordingProxy> {
  const asked: http.IncomingHttpHeaders[] = [];
  let target = '';
  const server = http.createServer((request, response) => {
    asked.push(request.headers);
    const { method, url = '', headers } = request;
    const onward = http.request(new URL(url, target), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode as number, answer.headers);
      answer.pipe(response);
    });
    onward.once('error', () => response.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    asked,
    through(url) {
      const through = new URL(url);
      target = through.origin;
      through.port = String((server.address() as AddressInfo).port);
      return through.toString();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
