import type { WebhookPost, WebhookSubjects } from '../channel/webhook';
import { readJson } from '../json';
import { isSameSecret, WEBHOOK_BYTES_MAX, WebhookRefused } from '../webhook';

const PACKAGES_MAX = 200;

/**
 * Packages that a post names. Trendyol signs nothing: a post proves itself by a key that it sends along, which is asked for before
 * anything is read. The body is a page of packages, or a package by itself (providers.md §2.11).
 * @throws {WebhookRefused}
 */
export function subjectsOf({ headers, body }: WebhookPost, keys: readonly string[]): WebhookSubjects {
  const given = givenIn(headers);
  if (!keys.some((key) => given.some((each) => isSameSecret(each, key))))
    throw new WebhookRefused('forged', 'The webhook does not know the key.');
  if (body.byteLength > WEBHOOK_BYTES_MAX)
    throw new WebhookRefused('malformed', `The webhook has more than ${WEBHOOK_BYTES_MAX} bytes.`);
  const said = parsed(body);
  const content = (said as { readonly content?: unknown } | null)?.content;
  const rows = Array.isArray(content) ? content.slice(0, PACKAGES_MAX) : [said];
  const packageIds = rows.flatMap((row) => idIn(row, 'shipmentPackageId', /^\d{1,30}$/));
  const orderNumbers = rows.flatMap((row) => idIn(row, 'orderNumber', /^[A-Za-z0-9_-]{1,64}$/));
  if (packageIds.length + orderNumbers.length === 0)
    throw new WebhookRefused('malformed', 'The webhook names no package.');
  return { packageIds: [...new Set(packageIds)], orderNumbers: [...new Set(orderNumbers)] };
}

/** Keys that a post may prove itself by: its `x-api-key`, or the password of its Basic header. */
function givenIn(headers: WebhookPost['headers']): string[] {
  const header = (name: string): string | undefined =>
    Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  const [, pair = ''] = /^Basic ([A-Za-z0-9+/=_-]{1,2000})$/i.exec(header('authorization') ?? '') ?? [];
  const [, password = ''] = /^[^:]*:(.*)$/s.exec(Buffer.from(pair, 'base64').toString('utf8')) ?? [];
  return [header('x-api-key') ?? '', password].filter((each) => each !== '');
}

function idIn(row: unknown, field: string, form: RegExp): string[] {
  const value = typeof row === 'object' && row !== null ? (row as Readonly<Record<string, unknown>>)[field] : undefined;
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? [String(value)] : [];
  return typeof value === 'string' && form.test(value) ? [value] : [];
}

function parsed(body: Uint8Array): unknown {
  try {
    return readJson(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new WebhookRefused('malformed', 'The webhook is no JSON.');
  }
}
