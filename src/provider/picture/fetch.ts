import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { REQUEST_MS } from '../deadlines';
import { allowedHost, type PictureHost, type PictureHosts } from './hosts';
import { NotPublic, publicLookup } from './public-address';

const REDIRECTS_MAX = 3;

/** Sockets that one process has to a host. */
const SOCKETS_MAX = 8;

/** The error of a picture that cannot be fetched; its message is a sentence for the owner. */
export class PictureLost extends Error {
  constructor(
    /** `address`: nobody may fetch it from there. `answer`: what is there is not to be had. `away`: it may be had later. */
    readonly kind: 'address' | 'answer' | 'away',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

type Agents = Readonly<Record<'http:' | 'https:', http.Agent>>;

const agentOptions = { keepAlive: true, maxSockets: SOCKETS_MAX };
const trusted: Agents = { 'http:': new http.Agent(agentOptions), 'https:': new https.Agent(agentOptions) };
const looked = { ...agentOptions, lookup: publicLookup() };
const guarded: Agents = { 'http:': new http.Agent(looked), 'https:': new https.Agent(looked) };

const PICTURES = 'image/*';

interface Fetching {
  /** An answer that says that it has more is not read; who reads counts all the same. */
  readonly bytesMax: number;
  /** The caller's signal: the reason of its abort is thrown as it is. */
  readonly signal: AbortSignal;
  /** Media types that are of use. @default pictures of any */
  readonly accept?: string;
}

/**
 * The bytes under an address, as they come: nothing of them is known yet. No credential goes along, and each redirect is held against
 * the same hosts.
 * @throws {PictureLost} also while the bytes come
 */
export async function* fetchPicture(
  address: string,
  hosts: PictureHosts,
  { bytesMax, signal, accept = PICTURES }: Fetching,
): AsyncGenerator<Uint8Array> {
  const late = AbortSignal.timeout(REQUEST_MS);
  const both = AbortSignal.any([signal, late]);
  let response: IncomingMessage | undefined;
  try {
    response = await followed(address, hosts, both, accept);
    if (Number(response.headers['content-length'] ?? 0) > bytesMax)
      throw new PictureLost('answer', `The picture has more than ${bytesMax} bytes.`);
    yield* response;
  } catch (error) {
    if (signal.aborted || error instanceof PictureLost) throw error;
    if (error instanceof NotPublic)
      throw new PictureLost('address', 'The address of the picture leads into a private network.', { cause: error });
    const reason = late.aborted ? `it did not come within ${REQUEST_MS / 1_000} s` : 'the connection failed';
    throw new PictureLost('away', `The picture could not be fetched: ${reason}.`, { cause: error });
  } finally {
    response?.destroy();
  }
}

/**
 * Tells whether a host answers at an address. The answer itself is not read.
 * @throws what `signal` was aborted with
 */
export async function isAnswered(address: string, hosts: PictureHosts, signal: AbortSignal): Promise<boolean> {
  try {
    const late = AbortSignal.timeout(REQUEST_MS);
    const response = await followed(address, hosts, AbortSignal.any([signal, late]), PICTURES);
    response.destroy();
    return true;
  } catch (error) {
    signal.throwIfAborted();
    return error instanceof PictureLost && error.kind === 'answer';
  }
}

async function followed(
  address: string,
  hosts: PictureHosts,
  signal: AbortSignal,
  accept: string,
): Promise<IncomingMessage> {
  let next = address;
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
    const host = allowedHost(hosts, next);
    if (!host) throw new PictureLost('address', 'The picture is at an address from which none are fetched.');
    const response = await requestPicture(new URL(next), host, signal, accept);
    const { statusCode: status = 0, headers } = response;
    if (status === 200) return response;
    response.destroy();
    if (status === 429 || status >= 500)
      throw new PictureLost('away', `The picture could not be fetched: status ${status}.`);
    const { location = '' } = headers;
    if (![301, 302, 303, 307, 308].includes(status) || !URL.canParse(location, next))
      throw new PictureLost('answer', `There is no picture at its address: status ${status}.`);
    next = new URL(location, next).href;
  }
  throw new PictureLost('answer', 'The address of the picture leads from one to another and on.');
}

const requestPicture = (
  url: URL,
  { trusted: isTrusted }: PictureHost,
  signal: AbortSignal,
  accept: string,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const agents = isTrusted ? trusted : guarded;
    const secure = url.protocol === 'https:';
    const agent = agents[secure ? 'https:' : 'http:'];
    // Compressed bytes could be of any size.
    const headers = { accept, 'accept-encoding': 'identity' };
    const request = (secure ? https : http).get(url, { agent, headers, signal }, resolve);
    request.once('error', reject);
  });
