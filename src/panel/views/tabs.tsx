import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import { BookmarkIcon, DotsHorizontalIcon } from '@radix-ui/react-icons';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { VIEWS_MAX } from '../../account/views/limits';
import { folded } from '../../kernel/folded';
import { type ListView, type ListViews, useViews, type ViewedList } from '../api/views';
import { Visible } from '../parts/quoted';
import { count } from '../text/format';
import { useText } from '../text/text';
import { useChangeViews } from './change';
import { addressOf, type Filter, isSame, savedPart } from './filter';
import { ViewNameDialog } from './name-dialog';

/** A tab that each person has. */
export interface BuiltInView {
  readonly name: string;
  readonly filter: Filter;
}

interface ViewTabsProps {
  readonly list: ViewedList;
  readonly builtIn: readonly BuiltInView[];
  /** The filter as the address states it. */
  readonly stated: Filter;
  /** Its part that is valid. */
  readonly filter: Filter;
  /** A view was opened: what was typed before is of another one. */
  readonly onOpen: () => void;
  /** Stands at the end of the line. */
  readonly children?: ReactNode;
}

type Naming = { readonly save: true } | { readonly rename: ListView };

/** The views of a list side by side: those of everybody, and the person's own. */
export function ViewTabs({ list, builtIn, stated, filter, onOpen, children }: ViewTabsProps) {
  const texts = useText();
  const words = texts.views;
  const own = useViews().data?.[list].views ?? [];
  const [naming, setNaming] = useState<Naming | null>(null);
  const { mutate: change } = useChangeViews(list);
  const saved = savedPart(filter, list === 'orders');
  const isShown = (view: { readonly filter: Filter }): boolean => isSame(view.filter, stated);
  const isNew = Object.keys(saved).length > 0 && ![...builtIn, ...own].some(isShown);
  const isFull = own.length >= VIEWS_MAX;
  const path = `/${list}`;
  const keep = (edit: (views: ListViews['views']) => ListViews['views']) =>
    change((kept) => ({ ...kept, views: edit(kept.views) }));
  const giveName = (name: string): void => {
    const isCalled = (each: ListView): boolean => folded(each.name) === folded(name);
    if (naming && 'rename' in naming)
      keep((views) =>
        views
          .filter((each) => each.name === naming.rename.name || !isCalled(each))
          .map((each) => (each.name === naming.rename.name ? { ...each, name } : each)),
      );
    else
      keep((views) =>
        views.some(isCalled)
          ? views.map((each) => (isCalled(each) ? { name, filter: saved } : each))
          : [...views, { name, filter: saved }],
      );
    setNaming(null);
  };
  return (
    <Group justify="space-between" gap="xs" mb="md" wrap="nowrap" align="flex-start" className="views">
      <Group component="nav" aria-label={words.nav(texts.nav[list])} gap={4} className="view-tabs">
        {builtIn.map((view) => (
          <Tab key={view.name} path={path} view={view} isShown={isShown(view)} onOpen={onOpen} />
        ))}
        {own.map((view, place) => (
          <Group key={view.name} gap={0} wrap="nowrap">
            <Tab path={path} view={view} isShown={isShown(view)} onOpen={onOpen} />
            {isShown(view) && (
              <OwnActs
                view={view}
                isFirst={place === 0}
                isLast={place === own.length - 1}
                onRename={() => setNaming({ rename: view })}
                onChange={keep}
                path={path}
              />
            )}
          </Group>
        ))}
        {isNew && (
          <Button
            size="xs"
            variant="subtle"
            leftSection={<BookmarkIcon aria-hidden />}
            title={isFull ? words.full(count(VIEWS_MAX, texts)) : undefined}
            onClick={() => setNaming({ save: true })}
          >
            {words.save}
          </Button>
        )}
      </Group>
      {children}
      {naming && (
        <ViewNameDialog
          title={'rename' in naming ? words.renameTitle : words.saveTitle}
          initial={'rename' in naming ? naming.rename.name : ''}
          taken={builtIn.map(({ name }) => name)}
          {...('save' in naming && isFull ? { replacing: own.map(({ name }) => name) } : {})}
          hints={'rename' in naming ? [] : [words.saveHint, ...(isSame(saved, filter) ? [] : [words.notSaved])]}
          onName={giveName}
          onClose={() => setNaming(null)}
        />
      )}
    </Group>
  );
}

interface TabProps {
  readonly path: string;
  readonly view: BuiltInView | ListView;
  readonly isShown: boolean;
  readonly onOpen: () => void;
}

function Tab({ path, view: { name, filter }, isShown, onOpen }: TabProps) {
  const place = useRef<HTMLAnchorElement>(null);
  // On a phone a tab may stand beside the screen.
  useEffect(() => {
    if (isShown) place.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isShown]);
  return (
    <Button
      ref={place as never}
      renderRoot={(props) => <Link {...props} href={addressOf(path, filter)} replace />}
      size="xs"
      variant={isShown ? 'light' : 'subtle'}
      onClick={onOpen}
      {...(isShown ? { 'aria-current': 'page' as const } : {})}
    >
      <Visible text={name} />
    </Button>
  );
}

interface OwnActsProps {
  readonly view: ListView;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly path: string;
  readonly onRename: () => void;
  readonly onChange: (edit: (views: ListViews['views']) => ListViews['views']) => void;
}

/** A menu of acts upon an own view, beside its tab. */
function OwnActs({ view: { name }, isFirst, isLast, path, onRename, onChange }: OwnActsProps) {
  const words = useText().views;
  const [, navigate] = useLocation();
  const move = (by: -1 | 1): void =>
    onChange((views) => {
      const at = views.findIndex((each) => each.name === name);
      const there = views[at + by];
      const here = views[at];
      return here && there ? views.with(at, there).with(at + by, here) : views;
    });
  const remove = (): void => {
    onChange((views) => views.filter((each) => each.name !== name));
    navigate(path, { replace: true });
  };
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <ActionIcon variant="light" size={30} aria-label={words.actsOf(name)}>
          <DotsHorizontalIcon aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onRename}>{words.rename}</Menu.Item>
        {!isFirst && <Menu.Item onClick={() => move(-1)}>{words.earlier}</Menu.Item>}
        {!isLast && <Menu.Item onClick={() => move(1)}>{words.later}</Menu.Item>}
        <Menu.Item color="red" onClick={remove}>
          {words.remove}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
