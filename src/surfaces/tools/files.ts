import { buffer } from 'node:stream/consumers';
import type { Reply, RouteInput } from '../../kernel/call/dispatch';
import type { FileAnswer } from '../../kernel/declaration/file';
import type { Route } from '../../kernel/declaration/route';
import { refuse } from '../../kernel/errors';
import { type ToolResult, textContent } from './result';

/** Limit of a file that stands in a message, in bytes; in base64 it is a third longer. */
const BYTES_MAX = 512 * 1024;

/**
 * A file as the tools protocol answers it: what it is and, beside it, its bytes as an embedded resource. A larger one is linked, where
 * the caller finds it by HTTP with the same token.
 * @param base address of the API
 * @throws {Refusal} not_found
 */
export async function fileResult(
  { body, auditId }: Reply,
  route: Route,
  input: RouteInput,
  base: string,
): Promise<ToolResult> {
  const file = body as FileAnswer;
  const fileText = textContent(JSON.stringify({ ...file.toJSON(), ...(auditId ? { auditId } : {}) }));
  return { content: [fileText, await resourceOf(file, addressOf(route, input, base), route)] };
}

async function resourceOf(file: FileAnswer, address: string | undefined, { http }: Route) {
  const { name, type: mimeType, size, digest } = file;
  if (size <= BYTES_MAX) {
    const bytes = await wholeOf(file);
    // A file that was asked for with a body has no address: its bytes name it (RFC 6920).
    const uri = address ?? `ni:///sha-256;${Buffer.from(digest, 'hex').toString('base64url')}`;
    const content = mimeType.startsWith('text/') ? { text: bytes.toString() } : { blob: bytes.toString('base64') };
    return { type: 'resource' as const, resource: { uri, mimeType, ...content } };
  }
  const description = `Too large for a message, which takes ${BYTES_MAX} bytes of a file: ask for it by HTTP, with the same token.`;
  if (!address) return textContent(`${description} ${http}`);
  return { type: 'resource_link' as const, uri: address, name, mimeType, size, description };
}

async function wholeOf({ name, size, open }: FileAnswer): Promise<Buffer> {
  const source = (await open()) ?? refuse('not_found', 'The file is not there any more.');
  const bytes = await buffer(source);
  if (bytes.length !== size) throw new Error(`${name} has ${bytes.length} bytes, and not ${size}`);
  return bytes;
}

function addressOf({ http }: Route, { params, query }: RouteInput, base: string): string | undefined {
  const [method, path] = http.split(' ') as [string, string];
  if (method !== 'GET') return undefined;
  const place = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] as string));
  const url = new URL(place, base);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  return url.href;
}
