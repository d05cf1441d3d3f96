import { Group, Kbd, Stack, Text } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { Dialog } from '../parts/dialog';
import { useSession } from '../session/session';
import { useText } from '../text/text';
import { searchBox } from './search-box';
import { type Section, sectionsFor } from './sections';

/** The time within which the letter of a section follows `g`. */
const SECOND_KEY_MS = 1_500;

const FIELDS = 'textarea, select, [contenteditable=true], [role=textbox], [role=combobox], [role=searchbox]';
const UNTYPED = ['checkbox', 'radio', 'button', 'submit', 'file'];
const WINDOWS = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]';

/** Whether a key is meant for a field, or for a window above the page. */
function isTaken({ target }: KeyboardEvent): boolean {
  if ([...document.querySelectorAll(WINDOWS)].some((each) => each.checkVisibility())) return true;
  if (!(target instanceof HTMLElement)) return false;
  return target instanceof HTMLInputElement ? !UNTYPED.includes(target.type) : target.closest(FIELDS) !== null;
}

/** Acts by keys, and shows what they are. */
export function Keys() {
  const [, navigate] = useLocation();
  const { role } = useSession();
  const sections = useMemo(() => sectionsFor(role).all, [role]);
  const [isHelpShown, setHelpShown] = useState(false);
  useEffect(() => {
    let goesUntil = 0;
    const goTo = (letter: string): boolean => {
      const section = sections.find((each) => each.letter === letter);
      if (section) navigate(section.path);
      return section !== undefined;
    };
    const acts: Readonly<Record<string, () => unknown>> = {
      '/': searchBox.open,
      '?': () => setHelpShown(true),
      g: () => {
        goesUntil = Date.now() + SECOND_KEY_MS;
      },
      j: () => moveInList(1),
      k: () => moveInList(-1),
      x: selectRow,
    };
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.altKey || event.isComposing || isTaken(event)) return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const isFollowing = Date.now() < goesUntil;
      goesUntil = 0;
      const isSearch = key === 'k' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
      if (isSearch) searchBox.open();
      else if (event.ctrlKey || event.metaKey) return;
      else if (isFollowing ? !goTo(key) : !Object.hasOwn(acts, key) || acts[key]?.() === false) return;
      event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [navigate, sections]);
  return isHelpShown && <KeysHelp sections={sections} onClose={() => setHelpShown(false)} />;
}

/** The links of the rows of lists on the page, in their order. */
const rowLinks = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('#content .rows tbody tr a.name, #content a.row-link'),
];

/** The row of a list in which the focus is. */
const rowOf = (element: Element | null): Element | null => element?.closest('.rows tbody tr, a.row-link') ?? null;

/** Puts the focus on the next row, or the one before it. @returns false: the page has no list */
function moveInList(by: 1 | -1): boolean {
  const links = rowLinks();
  const row = rowOf(document.activeElement);
  const at = links.findIndex((link) => row !== null && rowOf(link) === row);
  const next = at === -1 ? (by === 1 ? 0 : links.length - 1) : Math.min(Math.max(at + by, 0), links.length - 1);
  const link = links[next];
  link?.focus();
  link?.scrollIntoView({ block: 'nearest' });
  return link !== undefined;
}

/** Selects the row with the focus, or takes it out of the selection. @returns false: there is nothing to select */
function selectRow(): boolean {
  const box = rowOf(document.activeElement)?.querySelector<HTMLInputElement>('input[type=checkbox]');
  box?.click();
  return box != null;
}

interface Described {
  readonly keys: readonly string[];
  readonly does: string;
}

/** Shows all keys with their acts. */
function KeysHelp({ sections, onClose }: { readonly sections: readonly Section[]; readonly onClose: () => void }) {
  const texts = useText();
  const { keys } = texts.search;
  const parts: readonly { readonly title: string; readonly described: readonly Described[] }[] = [
    {
      title: keys.anywhere,
      described: [
        { keys: ['Ctrl', 'K'], does: keys.search },
        { keys: ['/'], does: keys.search },
        { keys: ['?'], does: keys.help },
      ],
    },
    {
      title: keys.inLists,
      described: [
        { keys: ['j'], does: keys.next },
        { keys: ['k'], does: keys.previous },
        { keys: ['x'], does: keys.select },
        { keys: ['Enter'], does: keys.openRow },
      ],
    },
    {
      title: keys.goTo,
      described: sections.flatMap(({ letter, name }) =>
        letter ? [{ keys: ['g', letter], does: texts.nav[name] }] : [],
      ),
    },
  ];
  return (
    <Dialog title={keys.title} onClose={onClose} size="lg">
      <Stack>
        {parts.map(({ title, described }) => (
          <section key={title}>
            <Text fw={600} size="sm" mb={4} component="h3" m={0}>
              {title}
            </Text>
            <dl className="keys">
              {described.map((each) => (
                <div key={each.keys.join(' ')}>
                  <dt>
                    <Group gap={4} wrap="nowrap">
                      {each.keys.map((key) => (
                        <Kbd key={key}>{key}</Kbd>
                      ))}
                    </Group>
                  </dt>
                  <dd>{each.does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <Text size="xs" c="dimmed">
          {keys.silent}
        </Text>
      </Stack>
    </Dialog>
  );
}
