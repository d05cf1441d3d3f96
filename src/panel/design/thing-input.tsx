import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../api/client';
import type { Thing } from '../api/fields';
import { useMedia } from '../api/shop';
import type { Collection, Product } from '../api/types';
import { addressOf } from '../media/shown';
import { ReferenceInput } from '../products/reference-input';

type Kind = 'product' | 'collection' | 'media';

interface ThingInputProps {
  readonly label: string;
  readonly kind: Kind;
  readonly isList: boolean;
  readonly most?: number | undefined;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

/** Things of the shop that a section shows, chosen by name and picture. */
export function ThingInput({ label, kind, isList, most, value, onChange }: ThingInputProps) {
  const [seen, setSeen] = useState<readonly Thing[]>([]);
  const ids = isList ? ((value ?? []) as readonly string[]) : typeof value === 'string' ? [value] : [];
  const known = useKnown(kind, ids);
  return (
    <ReferenceInput
      field={{ label, description: null, list: isList }}
      type={kind}
      most={most}
      typed={ids.join('\n')}
      known={new Map([...known, ...seen].map((thing) => [thing.id, thing]))}
      onSeen={(thing) => setSeen([...seen, thing])}
      onType={(typed) => {
        const chosen = typed.split('\n').filter(Boolean);
        onChange(isList ? chosen : chosen[0]);
      }}
    />
  );
}

/** Names and pictures of the things that are chosen already. */
function useKnown(kind: Kind, ids: readonly string[]): readonly Thing[] {
  const media = useMedia().data?.pages.flatMap(({ items }) => items) ?? [];
  const asked = kind === 'media' ? [] : ids;
  const answers = useQueries({
    queries: asked.map((id) => ({
      queryKey: [kind, id],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        client.get<Product | Collection>(`/v1/catalog/${kind}s/${encodeURIComponent(id)}`, {}, signal),
    })),
  });
  if (kind === 'media') return media.map(({ id, name, variants }) => ({ id, title: name, url: addressOf(variants) }));
  return answers.flatMap(({ data }) => (data ? [thingOf(data)] : []));
}

const thingOf = (thing: Product | Collection): Thing => {
  const [picture] = 'media' in thing ? thing.media : [];
  return { id: thing.id, title: thing.title, url: picture ? addressOf(picture.variants) : null };
};
