import { Button, Fieldset, Group, Stack, TextInput } from '@mantine/core';
import { PlusIcon } from '@radix-ui/react-icons';
import type { ReactNode } from 'react';
import type { BundleMenu } from '../../design/bundle/bundle';
import { limits } from '../../kit/limits';
import { newKey } from '../api/client';
import { moved } from '../parts/moved';
import { useText } from '../text/text';
import type { Editor } from './editor';
import { withMenu } from './edits';
import { LinkInput } from './link-input';
import { OrderButtons } from './order-buttons';

type Item = BundleMenu['items'][number];
type SubItem = Pick<Item, 'label' | 'link'>;

/** The menus of the design: sections of the head and of the foot show one each. */
export function Menus({ editor: { body, change } }: { readonly editor: Pick<Editor, 'body' | 'change'> }) {
  const { design } = useText();
  const menus = Object.entries(body.menus);
  const add = (): void => {
    const key = `menu_${newKey().toLowerCase()}`;
    change((now) => withMenu(now, key, { label: design.menus.fresh, items: [] }));
  };
  return (
    <Stack gap="sm">
      {menus.map(([key, menu]) => (
        <MenuForm key={key} menu={menu} onChange={(next) => change((now) => withMenu(now, key, next))} />
      ))}
      <Group>
        <Button
          variant="default"
          leftSection={<PlusIcon aria-hidden />}
          disabled={menus.length >= limits.menus}
          onClick={add}
        >
          {design.menus.add}
        </Button>
      </Group>
    </Stack>
  );
}

interface MenuFormProps {
  readonly menu: BundleMenu;
  /** @param next undefined: the menu goes */
  readonly onChange: (next: BundleMenu | undefined) => void;
}

function MenuForm({ menu, onChange }: MenuFormProps) {
  const { design } = useText();
  const { label, items } = menu;
  return (
    <Fieldset legend={label}>
      <Stack gap="sm">
        <TextInput
          label={design.menus.name}
          description={design.menus.nameHelp}
          maxLength={120}
          value={label}
          onChange={({ currentTarget }) => onChange({ ...menu, label: currentTarget.value })}
        />
        <Items
          items={items}
          legend={design.menus.items}
          add={design.menus.addItem}
          onChange={(next) => onChange({ ...menu, items: next })}
          inner={(item, set) => (
            <Items
              items={item.items ?? []}
              legend={`${item.label}: ${design.menus.below}`}
              add={design.menus.addBelow}
              onChange={(below) =>
                set(below.length === 0 ? { label: item.label, link: item.link } : { ...item, items: below })
              }
            />
          )}
        />
        <Group>
          <Button size="xs" color="red" variant="light" onClick={() => onChange(undefined)}>
            {design.menus.remove}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
}

interface ItemsProps<T extends SubItem> {
  readonly items: readonly T[];
  readonly legend: string;
  /** The words of the button. */
  readonly add: string;
  readonly onChange: (items: T[]) => void;
  /** The form of the entries below an item. */
  readonly inner?: (item: T, set: (item: T) => void) => ReactNode;
}

function Items<T extends SubItem>({ items, legend, add, onChange, inner }: ItemsProps<T>) {
  const { design } = useText();
  const set = (nth: number, item: T): void => onChange(items.map((each, at) => (at === nth ? item : each)));
  return (
    <Stack gap="xs">
      <ol className="design-sections" aria-label={legend}>
        {items.map((item, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no names of their own
          <li key={nth}>
            <Group justify="space-between" align="end" wrap="nowrap" gap="xs">
              <TextInput
                label={design.menus.item}
                maxLength={80}
                style={{ flex: 1 }}
                value={item.label}
                onChange={({ currentTarget }) => set(nth, { ...item, label: currentTarget.value })}
              />
              <OrderButtons
                name={item.label}
                nth={nth}
                last={items.length - 1}
                onMove={(to) => onChange(moved(items, nth, to))}
                onRemove={() => onChange(items.filter((_, at) => at !== nth))}
              />
            </Group>
            <LinkInput
              label={`${item.label}: ${design.menus.target}`}
              value={item.link}
              onChange={(link) => set(nth, { ...item, link: link ?? '/' })}
            />
            {inner?.(item, (next) => set(nth, next))}
          </li>
        ))}
      </ol>
      <Group>
        <Button
          size="xs"
          variant="default"
          leftSection={<PlusIcon aria-hidden />}
          disabled={items.length >= limits.menuItems}
          onClick={() => onChange([...items, { label: design.menus.freshItem, link: '/' } as T])}
          aria-label={`${legend}: ${add}`}
        >
          {add}
        </Button>
      </Group>
    </Stack>
  );
}
