import { Anchor, List, Text } from '@mantine/core';
import { Link } from 'wouter';
import type { Problem } from '../api/problem';
import { useText } from '../text/text';
import { Visible } from './quoted';

/** The pages of things, by the prefix of their identifiers; the main draft has a name alone. */
const PAGES: Readonly<Record<string, (id: string) => string>> = {
  prd: (id) => `/products/${id}`,
  col: (id) => `/collections/${id}`,
  str: () => '/settings/store',
  dsg: () => '/design',
  main: () => '/design',
};

/** Reads the users of a thing from a refusal, each with its id for the way there. */
export const usersIn = ({ usedBy, references }: Problem): readonly (readonly [id: string, title: string])[] => {
  const titles = (references ?? {}) as Readonly<Record<string, string>>;
  return Array.isArray(usedBy) ? usedBy.map((id) => [String(id), titles[String(id)] ?? String(id)]) : [];
};

export function UsedBy({ users }: { readonly users: ReturnType<typeof usersIn> }) {
  const texts = useText();
  return (
    <div>
      <Text size="sm">{texts.media.usedBy}</Text>
      <List size="sm">
        {users.map(([id, title]) => {
          const page = PAGES[id.split('_')[0] ?? '']?.(id);
          return (
            <List.Item key={id}>
              {page ? (
                <Anchor component={Link} href={page} size="sm">
                  <Visible text={title} />
                </Anchor>
              ) : (
                <Visible text={title} />
              )}
            </List.Item>
          );
        })}
      </List>
    </div>
  );
}
