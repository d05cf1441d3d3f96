import { useEffect, useState } from 'react';
import { inTurns } from '../../kernel/in-turns';
import { client, ProblemError, unreachable } from '../api/client';
import type { Problem } from '../api/problem';
import type { CargoOffers } from '../api/types';

/** Orders for which carriers are asked at once. */
const AT_ONCE = 3;
const ATTEMPTS = 4;
const PAUSE_SECONDS = 2;

/** The answer of carriers for an order: their offers, or the reason for which there are none. */
export type Offered = { readonly quoted: CargoOffers } | { readonly problem: Problem };

/**
 * Asks carriers for offers for orders, a few at a time.
 * @returns what has come so far, by the identifiers of the orders
 */
export function useOffers(extension: string, orderIds: readonly string[]): ReadonlyMap<string, Offered> {
  const [{ of, answers }, set] = useState<{ of: string; answers: ReadonlyMap<string, Offered> }>(NOTHING);
  const asked = JSON.stringify([extension, orderIds]);
  useEffect(() => {
    const [provider, ids] = JSON.parse(asked) as [string, string[]];
    let isWanted = true;
    void inTurns(ids, AT_ONCE, async (id) => {
      if (!isWanted) return;
      const answer = await offersFor(provider, id, () => isWanted);
      if (isWanted)
        set((before) => ({
          of: asked,
          answers: new Map([...(before.of === asked ? before.answers : []), [id, answer]]),
        }));
    });
    return () => {
      isWanted = false;
    };
  }, [asked]);
  return of === asked ? answers : NOTHING.answers;
}

const NOTHING: { readonly of: string; readonly answers: ReadonlyMap<string, Offered> } = { of: '', answers: new Map() };

/** A limit of calls is waited for: whoever asks for many orders comes to it. */
async function offersFor(extension: string, orderId: string, isWanted: () => boolean): Promise<Offered> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return { quoted: await client.post<CargoOffers>(`/v1/orders/${orderId}/cargo/offers`, { extension }) };
    } catch (error) {
      if (!(error instanceof ProblemError)) return { problem: unreachable };
      if (error.problem.code !== 'throttled' || attempt === ATTEMPTS || !isWanted()) return { problem: error.problem };
      const seconds = error.retryAfterSeconds ?? PAUSE_SECONDS;
      await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
    }
}
