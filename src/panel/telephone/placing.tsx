import { Alert } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { ProblemError } from '../api/client';
import { takeFocus } from '../parts/focus';
import { Failure } from '../parts/states';
import { useTelephoneWords } from '../text/telephone';
import { isMarked } from './faults';

/** An order is not placed where fields or goods were refused, or where it would be another one than was shown. */
type Refusal = 'refused' | 'changed' | ProblemError;

/**
 * Places once at a time. Where nothing was placed, the first faulty field has the focus, or the button itself. What was refused is told
 * until something else is typed.
 * @param place what it does; it answers why nothing was placed, or undefined
 */
export function usePlacing(place: () => Promise<Exclude<Refusal, ProblemError> | undefined>) {
  const form = useRef<HTMLFormElement>(null);
  const isUnderWay = useRef(false);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refusal>();
  useEffect(() => {
    if (busy || refused === undefined) return;
    const faulty = form.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    takeFocus(faulty ?? form.current?.querySelector<HTMLElement>('[type=submit]') ?? null);
  }, [busy, refused]);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setBusy(true);
    setRefused(undefined);
    try {
      setRefused(await place());
    } catch (problem) {
      setRefused(problem as ProblemError);
    }
    isUnderWay.current = false;
    setBusy(false);
  };
  return { form, busy, refused, refuse: setRefused, submit };
}

interface RefusedProps {
  readonly why: Refusal | undefined;
  /** The answer to what was said last, if it was refused. */
  readonly error: ProblemError | null;
}

/** Tells what was refused. It stands below the button, which stays where it is pressed. */
export function Refused({ why, error }: RefusedProps) {
  const words = useTelephoneWords();
  const problem = typeof why === 'object' ? why : error;
  if (problem && !isMarked(problem)) return <Failure error={problem} />;
  // Marks tell it while the fields are typed; who has pressed is told that nothing came of it.
  if (why !== 'refused' && why !== 'changed') return null;
  return (
    <Alert color={why === 'changed' ? 'orange' : 'red'} role="alert">
      {why === 'changed' ? words.changed : words.correct}
    </Alert>
  );
}
