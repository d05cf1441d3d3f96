import { randomInt } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, request as forward } from 'node:http';
import { isLocal } from '../kernel/process/local-names';
import { anyFreePort, type Reservation } from './ports';

export interface Address {
  readonly host: string;
  readonly port: number;
}

export interface GuardedUi {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Stands before Temporal's UI, which has no login and starts workflows for whoever asks. A page whose name was rebound to
 * this machine names itself in `Host`, a page of another site or port in `Origin`: both are refused.
 * @param target where the UI itself listens by now
 */
export async function guardUi(reservation: Reservation, target: () => Address | undefined): Promise<GuardedUi> {
  const server = createServer((request, response) => {
    const complaint = complaintAbout(request);
    if (complaint === undefined) pass(request, response, target());
    else
      response
        .writeHead(403, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' })
        .end(`${complaint}\n`);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).once('listening', resolve);
    reservation.giveTo(server);
  });
  return {
    url: `http://127.0.0.1:${reservation.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function complaintAbout({ headers: { host = '', origin } }: IncomingMessage): string | undefined {
  if (!isLocal(host)) return 'Only names of this machine are answered here.';
  if (origin !== undefined && origin !== new URL(`http://${host}`).origin)
    return 'Pages of other origins are not answered here.';
  return undefined;
}

function pass(request: IncomingMessage, response: ServerResponse, { host, port }: Partial<Address> = {}): void {
  const { method, url, headers } = request;
  const onward = forward({ host, port, method, path: url, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
    answer.once('error', () => response.destroy());
  });
  onward.once('error', () => {
    if (response.headersSent) response.destroy();
    else
      response
        .writeHead(502, { 'Content-Type': 'text/plain; charset=utf-8' })
        .end('The Temporal UI does not answer.\n');
  });
  response.once('close', () => onward.destroy());
  request.pipe(onward);
}

/**
 * An address of the loopback network that no page can guess, for a server that must be reached through its guard only: a
 * random port alone is found by trying all of them.
 * @returns undefined where the system has no loopback address but 127.0.0.1
 */
export async function hiddenAddress(): Promise<Address | undefined> {
  const host = `127.${randomInt(1, 255)}.${randomInt(0, 256)}.${randomInt(1, 255)}`;
  const port = await anyFreePort(host).catch(() => undefined);
  return port === undefined ? undefined : { host, port };
}
