import type Koa from 'koa';
import type { Dispatcher, Reply } from '../../kernel/call/dispatch';
import { nearNames } from '../../kernel/declaration/near-names';
import { acceptedBy, formOf, producedBy } from '../../kernel/declaration/traits';
import { type Problem, problemOf, refuse } from '../../kernel/errors';
import type { Log } from '../../kernel/log';
import { noteRefusal } from '../access-log';
import type { Contents } from '../contents';
import { isFailure, refusalOf, waitFor } from '../http';
import { patienceFor } from '../patience';
import { broughtIn, partsIn } from './bytes';
import { exampleFor } from './example';
import { fileResult } from './files';
import { finders, type Reach } from './finders';
import { lenient } from './lenient';
import { type Asking, allowedTo } from './list';
import { isPaged, pageThatFits } from './pages';
import { problemResult, result, type ToolResult } from './result';
import type { Json, Tool, ToolInput } from './tool';

export interface SessionOptions {
  readonly dispatcher: Pick<Dispatcher, 'route'>;
  readonly contents: Contents;
  readonly log: Log;
  readonly publicUrl: string;
}

interface SessionRequest extends Asking {
  readonly context: Koa.Context;
}

/** The tools that one message of a client may call. */
export class ToolSession {
  constructor(
    private readonly options: SessionOptions,
    private readonly asked: SessionRequest,
  ) {}

  /** @returns undefined where there is no tool of this name */
  call(name: string, args: Json): Promise<ToolResult> | undefined {
    const id = this.asked.toolbox.idOf(name);
    const finder = finders.find((each) => each.id === id);
    if (finder) return this.answered(name, () => finder.run(args, this.reach()));
    const tool = this.find(name);
    return tool && this.answered(name, () => this.run(tool, args), tool);
  }

  /** Tells a client that a name is that of no tool, with the nearest of those that it may call. */
  noTool(name: string): string {
    const { address } = this.asked;
    const near = nearNames(
      name,
      allowedTo(this.asked).map(({ capability }) => address.spell(capability.id)),
    );
    return `There is no tool ${name}.${near.length > 0 ? ` Near it: ${near.join(', ')}.` : ''}`;
  }

  private find(name: string): Tool | undefined {
    const tool = this.asked.toolbox.find(name);
    return tool && this.asked.selected(tool) ? tool : undefined;
  }

  private reach(): Reach {
    return {
      tools: allowedTo(this.asked),
      nameOf: ({ capability }) => this.asked.address.spell(capability.id),
      exampleOf: (tool) => exampleFor(tool, this.asked.principal),
      find: (name, pointer) => this.find(name) ?? unknownTool(name, pointer),
      call: (tool, args) => this.run(tool, args),
    };
  }

  /** A refusal is a result, so that the model reads it. */
  private async answered(name: string, answer: () => Promise<ToolResult>, tool?: Tool): Promise<ToolResult> {
    const { requestId } = this.asked.context.state;
    try {
      return await answer();
    } catch (error) {
      const refusal = refusalOf(error);
      if (isFailure(refusal)) this.options.log.error({ err: error, tool: name }, 'tool call failed');
      noteRefusal(this.asked.context, refusal);
      const { retryAfterSeconds } = refusal.options;
      const problem = { ...problemOf(refusal), ...(retryAfterSeconds ? { retryAfterSeconds } : {}), requestId };
      return problemResult(problem, tool && exampleFor(tool, this.asked.principal));
    }
  }

  private async run(tool: Tool, args: Json): Promise<ToolResult> {
    const { context, principal } = this.asked;
    const { requestId } = context.state;
    context.state.tool = tool.capability.id;
    const input = tool.input(lenient(tool.arguments, args), principal);
    const patience = input.waitSeconds === undefined ? undefined : patienceFor(input.waitSeconds, context.res);
    const reply = await this.replyTo(tool, { ...input, patience, gone: waitFor(context, tool.route) });
    const { publicUrl } = this.options;
    if (producedBy(tool.route)) return fileResult(reply, tool.route, input, publicUrl || addressedAs(context));
    const answer = tool.answer(reply, input);
    if (reply.status >= 400) noteRefusal(context, reply.body as Problem);
    return reply.status < 400 ? result(answer) : problemResult({ ...answer, requestId }, exampleFor(tool, principal));
  }

  private replyTo({ route }: Tool, input: ToolInput): Promise<Reply> {
    const { dispatcher, contents } = this.options;
    const { principal } = this.asked;
    const form = formOf(route);
    if (form) return contents.callForm(route, principal, input, () => partsIn(input.body as Json, form));
    if (acceptedBy(route)) return contents.call(route, principal, input, () => broughtIn(input.body));
    if (isPaged(route) && input.query.limit === undefined)
      return pageThatFits(route, (limit) =>
        dispatcher.route(route, principal, { ...input, query: { ...input.query, limit } }),
      );
    return dispatcher.route(route, principal, input);
  }
}

/** As the caller addresses the API: what `Host` says may be no name. */
const addressedAs = ({ URL: url }: Koa.Context): string => url.origin || 'http://localhost';

function unknownTool(name: string, pointer: string): never {
  const message = `names no tool that is here: ${name}`;
  return refuse('invalid_request', `${pointer} ${message}`, { errors: [{ pointer, message }] });
}
