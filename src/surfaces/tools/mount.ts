import type Router from '@koa/router';
import type Koa from 'koa';
import type { CapabilityIndex } from '../../kernel/declaration/declare';
import { refuse } from '../../kernel/errors';
import { assertKnownOrigin } from '../gate';
import { type Gate, readJson } from '../http';
import { addresses } from './address';
import { instructionsFor } from './instructions';
import { type Asking, listOf } from './list';
import { INVALID_PARAMS, NAMES_MAX, protocol } from './protocol';
import { selectionOf } from './selection';
import { type SessionOptions, ToolSession } from './session';
import { toolboxOf } from './toolbox';

interface ToolOptions extends SessionOptions {
  readonly capabilities: CapabilityIndex;
  readonly gate: Gate;
  readonly version: string;
}

/**
 * `/mcp` and its other {@link addresses}: the Model Context Protocol over Streamable HTTP, one server for each request and no session,
 * so any process may answer. Tools are a fold over the registry and run through the same dispatcher as HTTP; the protocol adds no right.
 * @throws {Error} for two tools of one name
 */
export function mountTools(router: Router, options: ToolOptions): void {
  const toolbox = toolboxOf(options.capabilities);
  for (const address of addresses)
    router.post(address.path, async (context) => {
      assertKnownOrigin(context, options.publicUrl);
      const { kind } = await options.gate.identify(context);
      if (kind !== 'agent' && kind !== 'developer') refuse('unauthenticated', 'Send a token as Authorization: Bearer.');
      const selected = selectionOf(context.query.tools, toolbox);
      const message = await readJson(context, { gate: options.gate });
      // The throttle counts requests: a batch would be many calls for the price of one. The protocol dropped batches in 2025-06-18.
      if (Array.isArray(message)) refuse('invalid_request', 'Send one message in each request.');
      assertFewNames(message);
      // It may have come long after its headers, and what reads asks for its credential nowhere else.
      const principal = await options.gate.identify(context);
      await converse(context, message, options, { principal, address, toolbox, selected });
    });
}

/** A message, its params, their arguments. */
const PROTOCOL_LEVELS = 3;

/** The protocol's library pays dearly for each name in its objects: 90,000 of them held up everybody for a quarter of a second. */
function assertFewNames(part: unknown, levels = PROTOCOL_LEVELS): void {
  if (levels === 0 || typeof part !== 'object' || part === null || Array.isArray(part)) return;
  const values = Object.values(part);
  if (values.length > NAMES_MAX) refuse('invalid_request', `An object of the protocol has at most ${NAMES_MAX} names.`);
  for (const value of values) assertFewNames(value, levels - 1);
}

async function converse(context: Koa.Context, message: unknown, options: ToolOptions, asking: Asking): Promise<void> {
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
    const headers: Record<string, string> = {};
    for (const name of ['accept', 'content-type', 'mcp-protocol-version']) {
      const value = context.get(name);
      if (value) headers[name] = value;
    }
    const request = new Request('http://localhost/mcp', { method: 'POST', headers });
    const response = await transport.handleRequest(request, { parsedBody: message });
    context.status = response.status;
    const text = await response.text();
    if (text) context.body = text;
    else context.body = null;
    context.status = response.status;
  } finally {
    await server.close();
  }
}
