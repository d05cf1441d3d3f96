import type { Command } from '../../kernel/declaration/command';
import type { Route } from '../../kernel/declaration/route';
import { acceptedBy, formOf, isEnvelope, producedBy } from '../../kernel/declaration/traits';
import { problemOf, Refusal } from '../../kernel/errors';
import { meaningOf, type ProblemCode, problems } from '../../kernel/problems';
import { headerRef, type Json, responseRef, schemaRef } from './json';

const PROBLEM_JSON = 'application/problem+json';

/** @returns the problem answers of an operation, by status */
export function refusals(codes: Iterable<ProblemCode>): Json {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of [...codes].toSorted()) {
    const { status } = meaningOf(code);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, of]) => [status, of.length === 1 ? responseRef(String(of[0])) : refusal(status, of)]),
  );
}

const refusal = (status: number, codes: readonly ProblemCode[]): Json => ({
  description: codes.map((code) => `\`${code}\`: ${meaningOf(code).title}`).join(' '),
  headers: {
    'Request-Id': headerRef('Request-Id'),
    ...(status === 401 ? { 'WWW-Authenticate': headerRef('WWW-Authenticate') } : {}),
    ...(status === 415 ? { 'Accept-Encoding': headerRef('Accept-Encoding') } : {}),
    ...(status === 429 ? { RateLimit: headerRef('RateLimit'), 'RateLimit-Policy': headerRef('RateLimit-Policy') } : {}),
    ...(status === 429 || status === 503 ? { 'Retry-After': headerRef('Retry-After') } : {}),
  },
  content: {
    [PROBLEM_JSON]: {
      schema: { allOf: [schemaRef('Problem'), { properties: { code: { enum: codes } } }] },
      examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
    },
  },
});

/** Most refusals of an operation are alone with their status, and the same everywhere. */
export const soleRefusals = (): Json =>
  Object.fromEntries(problems().map(([code, { status }]) => [code, refusal(status, [code])]));

/** Shows the least form of each refusal; it may have facts that a program acts on. */
export const refusalExamples = (): Json =>
  Object.fromEntries(
    problems().map(([code]) => {
      const value = { ...problemOf(new Refusal(code)), requestId: '8840f1c6-2109-4db5-9607-f394172385b9' };
      return [code, { value }];
    }),
  );

/** Collects the refusals of a route: those that it declares, and those that its way through gate, dispatcher and bus adds. */
export function codesOf(route: Route, method: string, commands: readonly Command[]): Set<ProblemCode> {
  const codes = new Set<ProblemCode>([
    'invalid_request',
    'unauthenticated',
    'headers_too_large',
    'csrf_failed',
    'throttled',
    'unavailable',
    ...route.refuses,
  ]);
  const add = (...more: ProblemCode[]): void => {
    for (const code of more) codes.add(code);
  };
  if (route.scope) add('forbidden_scope');
  if (route.policy === 'owner' || (!route.writes && route.closedToAgents)) add('owner_only');
  // A value in the path may name nothing, or make the path another one.
  if (route.http.includes('{')) add('not_found', 'method_not_allowed');
  if (method !== 'GET') add('payload_too_large', 'unsupported_media_type');
  if (route.writes) add('idempotency_conflict', 'idempotency_key_expired', 'rev_conflict');
  if (route.policy !== 'owner' && !(!route.writes && route.anonymous)) add('limit_exceeded');
  if (acceptedBy(route) || formOf(route)) add('uploads_waiting');
  if (producedBy(route)) add('not_found', ...(method === 'GET' ? (['range_not_satisfiable'] as const) : []));
  if (isDrafting(route) || (isEnvelope(route) && commands.some(isDrafting))) add('agent_workspace_only');
  if (isEnvelope(route))
    add('forbidden_scope', 'owner_only', 'not_found', ...commands.flatMap(({ refuses }) => refuses));
  return codes;
}

const isDrafting = (capability: object): boolean => 'workspace' in capability;
