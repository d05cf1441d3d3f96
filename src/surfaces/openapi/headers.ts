import { ulidSchema } from '../../kernel/schema/schema';
import { type Json, plain } from './json';

/** The headers that a call may carry. */
export const headerParameters: Json = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'The same key answers the same outcome for 30 days. A route that is called without one cannot be replayed; a command needs one, here or in its envelope.',
    schema: plain(ulidSchema),
  },
  DryRun: {
    name: 'Dry-Run',
    in: 'header',
    required: false,
    description: '`true` answers a preview and changes nothing; consumes no key.',
    schema: { type: 'string', enum: ['true', 'false'] },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: false,
    description:
      'The rev that the caller saw, e.g. `"12"`, as the `ETag` of an earlier answer, which is `"0"` of what may not be there yet and is not; a drift is refused with rev_conflict, and in the envelope a rev that its command holds against nothing with invalid_request.',
    schema: { type: 'string', pattern: '^("(0|[1-9][0-9]{0,9})"|0|[1-9][0-9]{0,9})$' },
  },
  RevSeen: {
    name: 'If-Match',
    in: 'header',
    required: true,
    description:
      'The rev that the caller has read, e.g. `"12"`, as the `ETag` of an earlier answer, which is `"0"` of what is not there yet. Without it the call is refused; a drift is refused with rev_conflict.',
    schema: { type: 'string', pattern: '^("(0|[1-9][0-9]{0,9})"|0|[1-9][0-9]{0,9})$' },
  },
  Prefer: {
    name: 'Prefer',
    in: 'header',
    required: false,
    description:
      '`wait=10` waits for so many seconds, 20 at most, for the end of the work that the call starts (RFC 7240); the answer is 200 with how it ended, or else 202.',
    schema: { type: 'string' },
  },
  Range: {
    name: 'Range',
    in: 'header',
    required: false,
    description:
      'One part of the file, e.g. `bytes=0-1023` (RFC 9110 §14.2). A request for several parts is answered with the whole file.',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'The `ETag` of the file that the caller has; 304 when it is the same one.',
    schema: { type: 'string' },
  },
};

export const answerHeaders: Json = {
  'Request-Id': { description: 'Names this answer in logs and audit rows.', schema: { type: 'string' } },
  'Audit-Id': { description: 'The audit row of this change.', schema: { type: 'string' } },
  'Idempotent-Replayed': { description: 'Present on a replay.', schema: { type: 'string', const: 'true' } },
  'Preference-Applied': {
    description: 'The wish to wait that was honoured, e.g. `wait=10`.',
    schema: { type: 'string', pattern: '^wait=[0-9]+$' },
  },
  'Work-State': {
    description:
      'For whoever wished to wait: how the work of the call stands. `failed` is one that has ended without doing what it was to do, with the reason in the answer.',
    schema: { type: 'string', enum: ['open', 'done', 'failed'] },
  },
  ETag: { description: 'The rev of the one thing that is answered, for `If-Match`.', schema: { type: 'string' } },
  'File-ETag': { description: 'Tag of the bytes: equal tags promise equal bytes.', schema: { type: 'string' } },
  'Content-Disposition': { description: 'Name of the file (RFC 6266).', schema: { type: 'string' } },
  'Content-Range': { description: 'Position of the part, e.g. `bytes 0-1023/4096`.', schema: { type: 'string' } },
  'Repr-Digest': { description: 'SHA-256 of the whole file (RFC 9530).', schema: { type: 'string' } },
  RateLimit: {
    description: 'Rest of the limit: `r` calls, and more after `t` seconds.',
    schema: { type: 'string', pattern: '^"(token|session)";r=[0-9]+;t=[0-9]+$' },
  },
  'RateLimit-Policy': {
    description: 'The limit of calls: `q` in any `w` seconds.',
    schema: { type: 'string', pattern: '^"(token|session)";q=[0-9]+;w=[0-9]+$' },
  },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'string', pattern: '^[0-9]+$' } },
  'Accept-Encoding': {
    description: '`identity`, where the body was refused because it is compressed.',
    schema: { type: 'string' },
  },
  'WWW-Authenticate': { description: 'Way to authenticate.', schema: { type: 'string' } },
};
