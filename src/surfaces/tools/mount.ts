import type Router from '@koa/router';
import type Koa from 'koa';
import type { CapabilityIndex } from '../../kernel/declaration/capability-index';
import type { Principal } from '../../kernel/declaration/principal';
import { Refusal, refuse } from '../../kernel/errors';
import { noteRefusal } from '../access-log';
import { assertKnownOrigin } from '../gate';
import { type Gate, readJson } from '../http';
import { addresses } from './address';
import { instructionsFor } from './instructions';
import { type Asking, listOf } from './list';
import { faultOf, heard, type ProtocolAnswer } from './messages';
import { INVALID_PARAMS, INVALID_REQUEST, PARSE_ERROR, protocol, SERVER_ERROR } from './protocol';
import { selectionOf } from './selection';
import { type SessionOptions, ToolSession } from './session';
import type { Json } from './tool';
import { toolboxOf } from './toolbox';

interface ToolOptions extends SessionOptions {
  readonly capabilities: CapabilityIndex;
  readonly gate: Gate;
  readonly version: string;
}

/** Messages that one request may bring. Each counts as a call. */
const BATCH_MAX = 20;

/**
 * `/mcp` and its other {@link addresses}: the Model Context Protocol over Streamable HTTP, one server for each message and no session,
 * so any process may answer. Tools are a fold over the registry and run through the same dispatcher as HTTP; the protocol adds no right.
 * @throws {Error} for two tools of one name
 */
export function mountTools(router: Router, options: ToolOptions): void {
  const { gate } = options;
  const toolbox = toolboxOf(options.capabilities);
  for (const address of addresses)
    router.post(address.path, async (context) => {
      assertKnownOrigin(context, options.publicUrl);
      await speakerOf(context, gate);
      const selected = selectionOf(context.query.tools, toolbox);
      const stated = await statedIn(context, gate);
      if ('fault' in stated) return say(context, stated.fault);
      const converse = async (message: unknown): Promise<ProtocolAnswer> => {
        // A message may come long after the headers, and what reads asks for its credential nowhere else.
        const principal = await speakerOf(context, gate);
        return answerTo(context, message, options, { principal, address, toolbox, selected });
      };
      return say(context, await (stated.batch ? inTurn(stated.batch, converse) : converse(stated.message)));
    });
}

/** @throws {Refusal} unauthenticated */
async function speakerOf(context: Koa.Context, gate: Gate): Promise<Principal> {
  const principal = await gate.identify(context);
  const { kind } = principal;
  if (kind !== 'agent' && kind !== 'developer') refuse('unauthenticated', 'Send a token as Authorization: Bearer.');
  return principal;
}

type StatedMessage =
  | { readonly fault: ProtocolAnswer }
  | { readonly message: unknown; readonly batch?: readonly unknown[] };

/** Reads a message, or several: the protocol had batches in its version of 2025-03-26. */
async function statedIn(context: Koa.Context, gate: Gate): Promise<StatedMessage> {
  if (!context.accepts('application/json'))
    return { fault: faultOf(406, SERVER_ERROR, 'Answers are application/json, which Accept has to allow.') };
  let message: unknown;
  try {
    message = await readJson(context, { gate });
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'invalid_request')) throw error;
    return { fault: faultOf(400, PARSE_ERROR, error.detail) };
  }
  if (!Array.isArray(message)) return { message };
  const { length } = message;
  if (length === 0 || length > BATCH_MAX)
    return { fault: faultOf(400, INVALID_REQUEST, `A batch has 1 to ${BATCH_MAX} messages.`) };
  await gate.weighCalls(context, length - 1);
  return { message, batch: message };
}

/** Answers one message after the other: a later one may read the change of an earlier one. */
async function inTurn(
  batch: readonly unknown[],
  converse: (message: unknown) => Promise<ProtocolAnswer>,
): Promise<ProtocolAnswer> {
  const texts: string[] = [];
  for (const message of batch) {
    const isBeginning = (message as Json | null)?.method === 'initialize';
    const { text } = isBeginning
      ? faultOf(400, INVALID_REQUEST, 'Send initialize by itself.', (message as Json).id)
      : await converse(message);
    if (text) texts.push(text);
  }
  return texts.length > 0 ? { status: 200, text: `[${texts.join(',')}]` } : { status: 202, text: '' };
}

/** A message that is not answered has no body. */
function say(context: Koa.Context, { status, text }: ProtocolAnswer): void {
  if (status >= 400) noteRefusal(context, { code: 'invalid_request', status });
  // As JSON, an empty body would be the word null.
  if (!text) context.remove('Content-Type');
  context.body = text || null;
  context.status = status;
}

async function answerTo(
  context: Koa.Context,
  stated: unknown,
  options: ToolOptions,
  asking: Asking,
): Promise<ProtocolAnswer> {
  const said = await heard(stated);
  if ('fault' in said) return said.fault;
  const { Server, Transport, ListTools, CallTool, McpError } = await protocol();
  const server = new Server(
    { name: 'tezgah', title: 'Tezgâh', version: options.version },
    { capabilities: { tools: {} }, instructions: instructionsFor(asking.principal, asking.address) },
  );
  const session = new ToolSession(options, { ...asking, context });
  server.setRequestHandler(ListTools, () => ({ tools: listOf(asking) }));
  server.setRequestHandler(CallTool, ({ params }) => {
    const answer = session.call(params.name, params.arguments ?? {});
    if (!answer) throw new McpError(INVALID_PARAMS, session.noTool(params.name));
    return answer;
  });
  const transport = new Transport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    const version = context.get('mcp-protocol-version');
    // It asks for a stream beside JSON, which it never answers.
    const headers = { Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json' };
    const request = new Request('http://localhost/mcp', {
      method: 'POST',
      headers: { ...headers, ...(version ? { 'MCP-Protocol-Version': version } : {}) },
    });
    const response = await transport.handleRequest(request, { parsedBody: said.message });
    return { status: response.status, text: await response.text() };
  } finally {
    await server.close();
  }
}
