import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { ProblemError, unreachable } from '../api/client';
import { reach } from '../api/reach';
import { Failure, Loading } from './states';

/** A component whose script is fetched when it is first shown. */
export interface Late<Props> {
  (props: Props): ReactNode;
  /** Fetches the script ahead of time. A failure is told by the component where it is shown. */
  prefetch(): void;
}

/**
 * Makes a component of a script of its own. Without the script it tells the reason.
 * @param load finds the component in its module
 * @param Waiting stands in its place meanwhile
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Waiting: ComponentType = Loading,
): Late<Props> {
  let known: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;
  const fetched = (): Promise<ComponentType<Props>> => {
    loading ??= load()
      .catch(insteadOf)
      .then((component) => {
        known = component;
        return component;
      })
      .finally(() => {
        loading = undefined;
      });
    return loading;
  };
  const Shown = (props: Props): ReactNode => {
    const [state, setState] = useState<Fetched<Props>>(known ? { component: known } : {});
    useEffect(() => {
      if (state.error) return isUnreached(state.error) ? onceReached(loadAnew) : undefined;
      if (!state.component)
        fetched().then(
          (component) => setState({ component }),
          (error: Error) => setState({ error }),
        );
      return undefined;
    }, [state]);
    if (state.error) return <Failure error={state.error as ProblemError} retry={loadAnew} />;
    const Component = state.component;
    return Component ? <Component {...props} /> : <Waiting />;
  };
  return Object.assign(Shown, { prefetch: () => void (known ?? fetched().catch(() => {})) });
}

/** Neither of the two: it is on its way. */
interface Fetched<Props> {
  readonly component?: ComponentType<Props>;
  readonly error?: Error;
}

const isUnreached = (error: Error): boolean => error instanceof ProblemError && error.problem.code === unreachable.code;

/** A browser fetches a script that it could not have only for a page that is new. Nothing was typed into this one yet. */
const loadAnew = (): void => location.reload();

/** @returns what ends the waiting */
const onceReached = (then: () => void): (() => void) =>
  reach.subscribe(() => {
    if (reach.lostSince === null) then();
  });

const RELOADED_KEY = 'tezgah.reloaded';
/** Time within which a page that was loaded anew is not loaded anew again, in ms. */
const RELOADED_MS = 60_000;

/**
 * A release has its own scripts, and after an upgrade those of the last one are gone: the page is loaded anew, once. Without a network it is
 * not: it would be replaced by a page of the browser.
 * @throws {ProblemError} unreachable
 */
async function insteadOf(error: unknown): Promise<never> {
  const answer = await fetch('/panel/', { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
  if (!answer) {
    reach.failed();
    throw new ProblemError(unreachable);
  }
  reach.answered();
  if (!answer.ok || wasReloaded()) throw error;
  loadAnew();
  return new Promise<never>(() => {});
}

/** Notes that the page is loaded anew. @returns true where it was a moment ago, or where nothing can be noted */
function wasReloaded(): boolean {
  try {
    const before = Number(sessionStorage.getItem(RELOADED_KEY));
    if (Date.now() - before < RELOADED_MS) return true;
    sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
    return false;
  } catch {
    return true;
  }
}
