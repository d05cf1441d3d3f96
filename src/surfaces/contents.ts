import type { Dispatcher, Reply, RouteInput } from '../kernel/call/dispatch';
import { accepted } from '../kernel/declaration/accepted';
import { denial } from '../kernel/declaration/authority';
import type { Accepts, Brought, Content, FormFiles, FormPart, Takes } from '../kernel/declaration/content';
import type { Principal } from '../kernel/declaration/principal';
import type { Route } from '../kernel/declaration/route';
import { acceptedBy, formOf } from '../kernel/declaration/traits';
import { Refusal, refuse } from '../kernel/errors';
import type { Objects } from '../kernel/objects/objects';
import type { TSchema } from '../kernel/schema/schema';
import { readFields } from './fields';

type Bytes = AsyncIterable<Uint8Array>;

/** Calls of routes whose body is bytes, or has files: keeps them first, so that no row ever names what is not there. */
export class Contents {
  constructor(
    private readonly dispatcher: Pick<Dispatcher, 'route'>,
    private readonly objects: Objects,
    /** Tells the objects that a row of the store names. */
    private readonly namedOf: (storeId: string, objects: readonly string[]) => Promise<ReadonlySet<string>>,
  ) {}

  /** @param bring asked for only from who may call @throws {Refusal} payload_too_large, unsupported_media_type, invalid_request */
  call(
    route: Route,
    principal: Principal,
    input: Omit<RouteInput, 'body'>,
    bring: () => Brought | Promise<Brought>,
  ): Promise<Reply> {
    return this.keeping(route, principal, input, async (keep) =>
      keep(acceptedBy(route) as Accepts, await bring(), 'This body'),
    );
  }

  /** As {@link Contents.call}, of a form. */
  callForm(
    route: Route,
    principal: Principal,
    input: Omit<RouteInput, 'body'>,
    bring: () => AsyncIterable<FormPart> | Promise<AsyncIterable<FormPart>>,
  ): Promise<Reply> {
    const form = { body: route.body as TSchema, form: formOf(route) as FormFiles };
    return this.keeping(route, principal, input, async (keep) =>
      readFields(form, await bring(), (takes, brought, pointer) => keep(takes, brought, `The file ${pointer}`)),
    );
  }

  /** Keeps what the body brings before the call, and drops what of it no row names when the call has come to an end. */
  private async keeping(
    route: Route,
    principal: Principal,
    input: Omit<RouteInput, 'body'>,
    bodyOf: (keep: (takes: Takes, brought: Brought, what: string) => Promise<Content>) => Promise<unknown>,
  ): Promise<Reply> {
    const { storeId } = principal;
    const answer = (body?: unknown): Promise<Reply> => this.dispatcher.route(route, principal, { ...input, body });
    if (denial(route, principal)) return answer();
    const kept: string[] = [];
    let body: unknown;
    try {
      body = await bodyOf(async (takes, brought, what) => {
        const seen: { type?: string } = {};
        const bytes = accepted(takes, brought, what, seen);
        const content = await this.objects.put(
          storeId,
          takes.anew ? fitting(takes, takes.anew(bytes, storeId), what) : bytes,
        );
        kept.push(content.object);
        return { ...content, type: seen.type as string };
      });
    } catch (error) {
      // A storage that keeps nothing removes nothing either.
      if (error instanceof Refusal) await this.drop(storeId, kept);
      throw error;
    }
    try {
      const reply = await answer(body);
      if (input.dryRun || reply.replayed || reply.status >= 400) await this.dropUnnamed(storeId, kept);
      return reply;
    } catch (error) {
      // After any other failure nobody knows whether a row is about to name the objects.
      if (error instanceof Refusal && error.status < 500) await this.dropUnnamed(storeId, kept);
      throw error;
    }
  }

  /** A call may be refused after its change was committed, e.g. when its credential was revoked while it waited: the rows know. */
  private async dropUnnamed(storeId: string, kept: readonly string[]): Promise<void> {
    const named = await this.namedOf(storeId, kept).catch(() => undefined);
    // The sweep asks the rows later where they cannot be asked now.
    if (named)
      await this.drop(
        storeId,
        kept.filter((object) => !named.has(object)),
      );
  }

  /** Removes contents. An object that cannot be removed now is swept later. */
  private async drop(storeId: string, kept: readonly string[]): Promise<void> {
    await Promise.all(kept.map((object) => this.objects.remove(storeId, object).catch(() => {})));
  }
}

/** Passes bytes on, and refuses too many: bytes that fit may be more after they were made anew. */
async function* fitting({ bytesMax }: Takes, bytes: Bytes, what: string): Bytes {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > bytesMax) refuse('payload_too_large', `${what} has more than ${bytesMax} bytes when it is drawn anew.`);
    yield chunk;
  }
}
