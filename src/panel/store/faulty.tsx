import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useReadFault } from '../parts/faults';
import { takeFocus } from '../parts/focus';
import { useMeanings } from '../parts/meaning';
import type { FieldFaults } from '../products/preview';
import type { Values } from './fields';

interface Faulty {
  readonly form: RefObject<HTMLFormElement | null>;
  /** The faults of the fields as they were typed, by their names. */
  readonly faults: Readonly<Record<string, ReactNode>>;
  readonly onRefused: (faults: FieldFaults) => void;
}

/** Keeps the faults of a refused form beside its fields, until something else is typed there; the first of them has the focus. */
export function useFaulty(command: string, values: Values): Faulty {
  const form = useRef<HTMLFormElement>(null);
  const [refused, setRefused] = useState<{ readonly faults: FieldFaults; readonly of: Values } | null>(null);
  const read = useReadFault(useMeanings().payloadOf(command));
  useEffect(() => {
    if (refused) takeFocus(form.current?.querySelector('[data-faulty=true] :is(input, textarea, button)') ?? null);
  }, [refused]);
  const faults: Record<string, ReactNode> = {};
  for (const fault of refused?.faults ?? []) {
    const [name = '', ...within] = fault.pointer
      .replace(/^\/payload(?=\/)/, '')
      .split('/')
      .slice(1);
    if (name in faults || values[name] !== refused?.of[name]) continue;
    const told = read(fault);
    faults[name] =
      within.length === 0 ? (
        told.said
      ) : (
        <>
          {told.name}: {told.said}
        </>
      );
  }
  return { form, faults, onRefused: (all) => setRefused({ faults: all, of: values }) };
}
