import { t } from '../../kernel/schema/schema';
import { lenient } from './lenient';
import { INVALID_PARAMS, INVALID_REQUEST, NAMES_MAX, protocol } from './protocol';
import type { Json } from './tool';

/** An answer of the protocol, with the status that HTTP has for it when it stands alone. */
export interface ProtocolAnswer {
  readonly status: number;
  /** JSON; empty where a message is not answered. */
  readonly text: string;
}

/** A message as it is handed on, or what is said of one that is none. */
export type Heard = { readonly message: Json } | { readonly fault: ProtocolAnswer };

/** Says a fault as JSON-RPC does. @param id of the message; null where it has none that is one */
export const faultOf = (status: number, code: number, message: string, id: unknown = null): ProtocolAnswer => ({
  status,
  text: JSON.stringify({ jsonrpc: '2.0', id: isIdentifier(id) ? id : null, error: { code, message } }),
});

const isIdentifier = (id: unknown): boolean => typeof id === 'string' || Number.isSafeInteger(id);

const anObject = t.Object({});
/** Places of a message where several clients state null for nothing, or JSON text. */
const params = t.Object({ arguments: t.Optional(anObject) });

/** Looks whether something is a message, and one that its method takes. */
export async function heard(stated: unknown): Promise<Heard> {
  const invalid = (message: string): Heard => ({ fault: faultOf(400, INVALID_REQUEST, message, idOf(stated)) });
  if (!isObject(stated)) return invalid('A message is an object of JSON-RPC 2.0.');
  const message = lenient({ properties: { params }, required: [] }, stated);
  if (!hasFewNames(message)) return invalid(`An object of the protocol has at most ${NAMES_MAX} names.`);
  const { Message, requests } = await protocol();
  if (!Message.safeParse(message).success) return invalid('This is no message of JSON-RPC 2.0.');
  const wrong =
    'id' in message ? requests.get(message.method as string)?.safeParse(message).error?.issues[0] : undefined;
  if (!wrong) return { message };
  return { fault: faultOf(200, INVALID_PARAMS, `/${wrong.path.join('/')} ${wrong.message}`, message.id) };
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const idOf = (stated: unknown): unknown => (isObject(stated) ? stated.id : null);

/** A message, its params, their arguments. */
const LEVELS = 3;

/** The protocol's library pays dearly for each name in its objects: 90,000 of them held up everybody for a quarter of a second. */
function hasFewNames(part: unknown, levels = LEVELS): boolean {
  if (levels === 0 || !isObject(part)) return true;
  const values = Object.values(part);
  return values.length <= NAMES_MAX && values.every((value) => hasFewNames(value, levels - 1));
}
