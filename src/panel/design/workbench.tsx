import { Button, Group, Select, Stack, Tabs } from '@mantine/core';
import { PlusIcon } from '@radix-ui/react-icons';
import { useEffect, useState } from 'react';
import { placesOf, type SectionPlace } from '../../design/bundle/places';
import { zoneOf } from '../../kit/zones';
import { takeFocus } from '../parts/focus';
import { useText } from '../text/text';
import type { Texts } from '../text/tr';
import { AddPage } from './add-page';
import type { Draft } from './api';
import { BodyContext } from './choice-inputs';
import { useEditor } from './editor';
import { placeOfNode, withPage } from './edits';
import { ExtensionParts, type Shown } from './extension-parts';
import { pageName } from './labels';
import { Menus } from './menus';
import { newNodeKey } from './node-form';
import { PageSettings } from './page-settings';
import { Preview } from './preview';
import { usePathOf } from './preview-path';
import { SaveBar } from './save-bar';
import { SectionList } from './section-list';
import { ThemeChoice } from './theme-choice';
import { ThemeForm } from './theme-form';
import { Updates } from './updates';
import { Versions } from './versions';

interface WorkbenchProps {
  readonly draft: Draft;
  readonly readAgain: () => Promise<Draft | undefined>;
}

const nameOf = ({ of, key }: SectionPlace): string => `${of} ${key}`;

/** The draft by page and section, and its colours, beside what it looks like. */
export function Workbench({ draft, readAgain }: WorkbenchProps) {
  const texts = useText();
  const { design } = texts;
  const editor = useEditor(draft, readAgain);
  const pathOf = usePathOf();
  const { body, base } = editor;
  const places = placesOf(body);
  const [placed, setPlaced] = useState<string | null>(null);
  const [opened, setOpened] = useState<string | null>(null);
  const [tab, setTab] = useState<string | null>('pages');
  const [extending, setExtending] = useState<Shown>({});
  const [isAdding, setAdding] = useState(false);
  const place = (places.find((each) => nameOf(each) === placed) ?? homeOf(places, body.pages)) as SectionPlace;
  const goTo = (id: string): void => {
    const found = placeOfNode(body, id);
    if (!found) return;
    setTab('pages');
    setPlaced(nameOf(found.place));
    setOpened(found.root);
  };
  useEffect(() => {
    if (opened !== null) takeFocus(document.getElementById(`section-${opened}`));
  }, [opened]);
  return (
    <BodyContext value={body}>
      <SaveBar editor={editor} onGo={goTo} />
      <div className="workbench">
        <Tabs value={tab} onChange={setTab}>
          <Tabs.List mb="sm">
            <Tabs.Tab value="pages">{design.tabs.pages}</Tabs.Tab>
            <Tabs.Tab value="menus">{design.tabs.menus}</Tabs.Tab>
            <Tabs.Tab value="theme">{design.tabs.theme}</Tabs.Tab>
            <Tabs.Tab value="extensions">{design.tabs.extensions}</Tabs.Tab>
            <Tabs.Tab value="versions">{design.tabs.versions}</Tabs.Tab>
            <Tabs.Tab value="updates">{design.tabs.updates}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="pages">
            <Stack gap="sm">
              <Select
                label={design.page}
                allowDeselect={false}
                data={places.map((each) => ({ value: nameOf(each), label: placeName(each, body.pages, texts) }))}
                value={nameOf(place)}
                onChange={(chosen) => {
                  setPlaced(chosen);
                  setOpened(null);
                }}
              />
              <Group>
                <Button variant="default" leftSection={<PlusIcon aria-hidden />} onClick={() => setAdding(true)}>
                  {design.ownPage.add}
                </Button>
              </Group>
              <SectionList editor={editor} place={place} opened={opened} onOpen={setOpened} />
              {place.of === 'page' && (
                <PageSettings key={place.key} editor={editor} of={place.key} onRemoved={() => setPlaced(null)} />
              )}
            </Stack>
            {isAdding && (
              <AddPage
                body={body}
                onClose={() => setAdding(false)}
                onAdd={(page, nodes) => {
                  const key = newNodeKey().replace('sec_', 'page_');
                  editor.change((now) => withPage({ ...now, nodes: { ...now.nodes, ...nodes } }, key, page));
                  setPlaced(nameOf({ of: 'page', key }));
                  setOpened(null);
                  setAdding(false);
                }}
              />
            )}
          </Tabs.Panel>
          <Tabs.Panel value="versions">
            {tab === 'versions' && <Versions draft={base} isEdited={editor.isEdited} />}
          </Tabs.Panel>
          <Tabs.Panel value="extensions">
            {tab === 'extensions' && <ExtensionParts editor={editor} onShow={setExtending} />}
          </Tabs.Panel>
          <Tabs.Panel value="updates">{tab === 'updates' && <Updates />}</Tabs.Panel>
          <Tabs.Panel value="menus">{tab === 'menus' && <Menus editor={editor} />}</Tabs.Panel>
          <Tabs.Panel value="theme">
            {tab === 'theme' && (
              <Stack gap="md">
                <ThemeChoice editor={editor} />
                <ThemeForm editor={editor} />
              </Stack>
            )}
          </Tabs.Panel>
        </Tabs>
        <Preview
          preview={base.preview}
          path={
            tab === 'extensions'
              ? pathOf(body, extendedAt(extending, places, body.pages) ?? place)
              : pathOf(body, place)
          }
          version={`${base.rev} ${base.hash}`}
          isStale={editor.isEdited}
        />
      </div>
    </BodyContext>
  );
}

/** The page that shows what is worked on of an extension. */
function extendedAt(
  { zone, slug }: Shown,
  places: readonly SectionPlace[],
  pages: Pages,
): SectionPlace | { readonly of: 'extPage'; readonly key: string } | undefined {
  if (slug !== undefined) return { of: 'extPage', key: slug };
  const kinds = zoneOf(zone ?? '')?.pageKinds ?? [];
  return kinds.length === 1 ? places.find(({ of, key }) => of === 'page' && pages[key]?.kind === kinds[0]) : undefined;
}

type Pages = NonNullable<Draft['body']>['pages'];

const homeOf = (places: readonly SectionPlace[], pages: Pages): SectionPlace | undefined =>
  places.find((each) => each.of === 'page' && pages[each.key]?.kind === 'home') ?? places[0];

function placeName(place: SectionPlace, pages: Pages, texts: Texts): string {
  const page = place.of === 'page' ? pages[place.key] : undefined;
  if (page) return pageName(page, texts);
  return place.of === 'group' ? texts.design.groups[place.key] : place.key;
}
