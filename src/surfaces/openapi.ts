import { createHash } from 'node:crypto';
import type Router from '@koa/router';
import type { CapabilityIndex } from '../kernel/declaration/capability-index';
import { compressedOnce } from './compression';
import { cookieNames } from './gate';
import { answered } from './openapi/examples';
import { answerHeaders, headerParameters } from './openapi/headers';
import type { Json } from './openapi/json';
import { namedSchemas, withReferences } from './openapi/names';
import { operation } from './openapi/operation';
import { refusalExamples, soleRefusals } from './openapi/refusals';
import { commandSchemas, sharedSchemas } from './openapi/schemas';
import { isTagKnown, weak } from './tags';

interface OpenApiOptions {
  readonly capabilities: CapabilityIndex;
  readonly version: string;
  /** Operations outside of the registry: login, liveness. */
  readonly extraPaths?: Readonly<Record<string, Json>>;
}

/** Serves `/openapi.json`. The text is made at the first request and kept: the registry does not change while a process lives. */
export function mountOpenApi(router: Router, options: OpenApiOptions): void {
  // Bytes, not text: connections that read slowly share them.
  let served: { bytes: Buffer; etag: string } | undefined;
  router.get('/openapi.json', (context) => {
    if (!served) {
      const bytes = compressedOnce(Buffer.from(JSON.stringify(openApiDocument(options))));
      served = { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` };
    }
    context.set('Cache-Control', 'no-cache');
    context.set('ETag', weak(served.etag));
    context.vary('Accept-Encoding');
    if (isTagKnown(context.get('If-None-Match'), served.etag)) context.status = 304;
    else {
      context.type = 'application/json';
      context.body = served.bytes;
    }
  });
}

/** OpenAPI 3.1 of everything under `/v1`: a fold over the registry. */
export function openApiDocument({ capabilities, version, extraPaths = {} }: OpenApiOptions): Json {
  const paths: Record<string, Json> = structuredClone(extraPaths) as Record<string, Json>;
  const examples = answered();
  const routes = [...capabilities.routes, ...capabilities.accountRoutes];
  for (const route of routes) {
    const [method, path] = route.http.split(' ') as [string, string];
    const item = paths[path] ?? {};
    item[method.toLowerCase()] = operation(route, capabilities.commands, examples);
    paths[path] = item;
  }
  const schemas = { ...commandSchemas(capabilities.commands), ...sharedSchemas() };
  const named = namedSchemas({ ...capabilities, routes }, { paths, schemas });
  const shared = readable(withReferences(named, { paths, schemas }));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tezgâh',
      version,
      summary: 'A durable backend for online stores.',
      description:
        'Every change of a store is a command: send it to `POST /v1/commands`, or use a route that stands for one. ' +
        'Amounts are integers in kuruş, times are ISO 8601 in UTC. Errors are RFC 9457 problems: act on `code`. ' +
        'A filter answers what it fits, also when it names a thing that is not there: nothing. What a path names has to be there. ' +
        'A filter by time takes a day alone, `2026-11-20`, as that day in Turkey. ' +
        'Every answer carries `Request-Id` and, the same, `X-Request-Id`: what you send as `X-Request-Id` (1 to 64 letters, digits, `.`, `_` and `-`), or a new one. ' +
        'Answers to a token or session tell in `RateLimit` and `RateLimit-Policy` what is left of its calls.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The server that this document came from.' }],
    tags: tagsOf(paths),
    paths: shared.paths,
    components: {
      schemas: shared.schemas,
      responses: soleRefusals(),
      examples: refusalExamples(),
      parameters: headerParameters,
      headers: answerHeaders,
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'An agent token `tzg_agt_…` or a developer token `tzg_dev_…`.',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: cookieNames('').session,
          description:
            "An owner's session, from `POST /v1/auth/login`; with `csrf` only. Behind https its name begins with `__Host-`.",
        },
        csrf: {
          type: 'apiKey',
          in: 'header',
          name: 'X-CSRF-Token',
          description: 'The `csrfToken` of the login. It is told once: a page keeps it in storage of its own origin.',
        },
      },
    },
  };
}

/** Unicode properties are unknown to the regular expressions of many languages, and none needs a form beside that of times. */
const isForeign = ({ format, pattern }: Json): boolean =>
  typeof pattern === 'string' && (format === 'date-time' || pattern.includes('\\p{'));

/** Simplifies schemas for generators of clients, which cannot read all that the server checks. */
function readable<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map(readable) as Part;
  if (typeof part !== 'object' || part === null) return part;
  const schema = part as Json;
  // Several take a constant for a text, and refuse what the server answers.
  if (typeof schema.const === 'boolean') {
    const { const: only, ...others } = schema;
    return { description: `Always ${only}.`, ...others, type: 'boolean' } as Part;
  }
  const fields = Object.entries(schema).filter(([name]) => name !== 'pattern' || !isForeign(schema));
  return Object.fromEntries(fields.map(([name, value]) => [name, readable(value)])) as Part;
}

function tagsOf(paths: Readonly<Record<string, Json>>): Json[] {
  const operations = Object.values(paths).flatMap((item) => Object.values(item) as { tags?: string[] }[]);
  return [...new Set(operations.flatMap(({ tags = [] }) => tags))].toSorted().map((name) => ({ name }));
}
