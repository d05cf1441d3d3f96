/** A refusal of the door itself, in the form that the API has for its own. */
export interface Fault {
  readonly problem: { readonly status: number; readonly code: string; readonly title: string; readonly detail: string };
  readonly retryAfterSeconds?: number;
}

export const fault = {
  notFound: {
    problem: {
      status: 404,
      code: 'not_found',
      title: 'There is no such thing.',
      detail: 'A command reaches what stands below /v1/ and /mcp, but /v1/auth/.',
    },
  },
  tooLarge: {
    problem: {
      status: 413,
      code: 'payload_too_large',
      title: 'The body is too large.',
      detail: 'A command sends 32 MiB in one body at most.',
    },
  },
  tooMany: {
    problem: {
      status: 429,
      code: 'throttled',
      title: 'Too many calls.',
      detail: 'One command makes 5,000 calls at most. The next command makes more.',
    },
  },
  tooManyAtOnce: {
    problem: {
      status: 429,
      code: 'throttled',
      title: 'Too many calls.',
      detail: 'One command makes 8 calls at once at most.',
    },
    retryAfterSeconds: 1,
  },
  unavailable: {
    problem: {
      status: 503,
      code: 'unavailable',
      title: 'Not available right now.',
      detail: 'The API does not answer.',
    },
    retryAfterSeconds: 1,
  },
} as const satisfies Record<string, Fault>;
