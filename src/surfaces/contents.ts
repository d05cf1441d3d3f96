import { denial } from '../kernel/authority';
import type { Accepts, Brought, Content } from '../kernel/content';
import { acceptedBy, type Route } from '../kernel/declare';
import type { Dispatcher, Reply, RouteInput } from '../kernel/dispatch';
import { Refusal, refuse } from '../kernel/errors';
import type { Objects } from '../kernel/objects';
import type { Principal } from '../kernel/principal';
import { Reading } from './reading';

type Bytes = AsyncIterable<Uint8Array>;

/** Calls of routes whose body is bytes: keeps them first, so that no row ever names what is not there. */
export class Contents {
  constructor(
    private readonly dispatcher: Pick<Dispatcher, 'route'>,
    private readonly objects: Objects,
  ) {}

  /** @param bring asked for only from who may call @throws {Refusal} payload_too_large, unsupported_media_type, invalid_request */
  async call(
    route: Route,
    principal: Principal,
    input: Omit<RouteInput, 'body'>,
    bring: () => Brought | Promise<Brought>,
  ): Promise<Reply> {
    const answer = (body?: Content): Promise<Reply> => this.dispatcher.route(route, principal, { ...input, body });
    if (denial(route, principal)) return answer();
    const content = await this.keep(principal.storeId, acceptedBy(route) as Accepts, await bring());
    // What cannot be removed now is swept.
    const drop = (): Promise<void> => this.objects.remove(principal.storeId, content.object).catch(() => {});
    try {
      const reply = await answer(content);
      if (input.dryRun || reply.replayed || reply.status >= 400) await drop();
      return reply;
    } catch (error) {
      // Of any other failure nobody knows whether a row names the object by now.
      if (error instanceof Refusal && error.status < 500) await drop();
      throw error;
    }
  }

  private async keep(storeId: string, accepts: Accepts, brought: Brought): Promise<Content> {
    const seen: { type?: string } = {};
    const kept = await this.objects.put(storeId, accepted(accepts, brought, seen));
    return { ...kept, type: seen.type as string };
  }
}

/** Passes the bytes on as far as they are what the route takes. */
async function* accepted(
  { bytesMax, read, types }: Accepts,
  { bytes, stated }: Brought,
  seen: { type?: string },
): Bytes {
  const reading = new Reading(read());
  let size = 0;
  const look = (): void => {
    if (!reading.found || seen.type !== undefined) return;
    const { type } = reading.found;
    if (type === undefined) refuse('unsupported_media_type', `The body is none of ${types.join(', ')}.`);
    const said = stated();
    if (said !== undefined && said !== type)
      refuse('unsupported_media_type', `The bytes are ${type}, and are stated to be ${said}.`);
    seen.type = type;
  };
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > bytesMax) refuse('payload_too_large', `This body may have at most ${bytesMax} bytes.`);
    reading.push(chunk);
    look();
    yield chunk;
  }
  if (size === 0) refuse('invalid_request', 'The body is empty: it has to be the bytes of the file.');
  reading.end();
  look();
}
