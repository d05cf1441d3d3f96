import { type FormEvent, useState } from 'react';
import type { ProblemError } from '../api/client';

/** Sends a form once at a time, and keeps what went wrong. */
export function useSending(send: () => Promise<void>) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ProblemError | null>(null);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      await send();
    } catch (problem) {
      setError(problem as ProblemError);
    }
    setBusy(false);
  };
  return { busy, error, submit: (event: FormEvent) => void submit(event) };
}
