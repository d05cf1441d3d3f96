import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useCallback, useContext, useEffect, useState } from 'react';
import type { PresentedPasskey } from '../../account/passkey/wire';
import { reaches } from '../../kernel/declaration/roles';
import { client, isSessionOver } from '../api/client';
import type { Session } from '../api/types';

const KEY = ['session'];
export const SessionContext = createContext<Session | null>(null);

/** The owner who is signed in. Only below {@link SessionContext}. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('no session');
  return session;
}

/** Tells whether the person who is signed in does the work of the whole shop, and not of parcels alone. */
export const useIsManager = (): boolean => reaches(useSession().role, 'manager');

/** Tells whether the log of what was done is open to the person who is signed in. Undoing a single change reads it, too. */
export const useReadsHistory = (): boolean => reaches(useSession().role, 'owner');

async function restore(): Promise<Session | null> {
  try {
    return await client.session<Session>();
  } catch (error) {
    if (isSessionOver(error)) return null;
    throw error;
  }
}

/** Goes on in another store of the same owner. The page is loaded anew: nothing of one store is shown in another. */
export async function goTo(storeId: string): Promise<void> {
  await client.enter('/v1/auth/switch', { storeId });
  window.location.assign('/panel/');
}

/** A second step of a log-in; nothing: none is said. */
export interface SecondStep {
  /** null: goes on with those stores that need none. */
  readonly code?: string | null;
  readonly passkey?: PresentedPasskey;
}

export function useSessionState() {
  const queries = useQueryClient();
  const [isOver, setOver] = useState(false);
  const state = useQuery({ queryKey: KEY, queryFn: restore, staleTime: Number.POSITIVE_INFINITY });
  /** The next owner at this browser sees nothing of this one. */
  const forget = useCallback(() => {
    queries.setQueryData(KEY, null);
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== KEY[0] });
  }, [queries]);
  useEffect(() => {
    client.onSignedOut = () => {
      if (!queries.getQueryData(KEY)) return;
      setOver(true);
      forget();
    };
    client.onStoreChanged = () => window.location.reload();
  }, [queries, forget]);
  useEffect(() => {
    // At once, and not with the next call: what is on the screen is of the store before.
    const look = () => void client.get('/v1/auth/session').catch(() => {});
    window.addEventListener('storage', look);
    return () => window.removeEventListener('storage', look);
  }, []);
  /** By a call that answers a session. */
  const enter = async (path: string, proof: object): Promise<void> => {
    await client.enter(path, proof);
    setOver(false);
    queries.setQueryData(KEY, await client.session<Session>());
  };
  return {
    ...state,
    /** It ended by itself or elsewhere, not by signing out here. */
    isOver,
    enter,
    /** @param step the second one, where the log-in has one */
    signIn: (email: string, password: string, step: SecondStep = {}) =>
      enter('/v1/auth/login', { email, password, ...step }),
    async signOut() {
      await client.signOut().catch((error) => {
        // A session that is over already needs no end.
        if (!isSessionOver(error)) throw error;
      });
      forget();
    },
  };
}

export type SessionState = ReturnType<typeof useSessionState>;
