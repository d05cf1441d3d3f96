import { Button, Fieldset, Group, Paper, Stack, Text, UnstyledButton } from '@mantine/core';
import { ChevronDownIcon, ChevronRightIcon, PlusIcon } from '@radix-ui/react-icons';
import { type ReactNode, useRef, useState } from 'react';
import { withBlock, withExtPage, withoutBlock, withoutExtPage } from '../../design/bundle/extending';
import { zoneOf } from '../../kit/zones';
import { Visible } from '../parts/quoted';
import { Failure, Loading } from '../parts/states';
import { useText } from '../text/text';
import { AddBlock, AddExtensionPage } from './add-extension';
import { type Catalog, useCatalog } from './api';
import type { Editor } from './editor';
import { OrderButtons } from './order-buttons';
import { PropFields, type PropSchema } from './prop-fields';
import { SlugInput } from './slug-input';

/** The part that somebody works on, for the preview beside it. */
export interface Shown {
  readonly zone?: string;
  readonly slug?: string;
}

interface ExtensionPartsProps {
  readonly editor: Editor;
  readonly onShow: (shown: Shown) => void;
}

/** Everything that the design has of extensions: blocks in zones, and pages. */
export function ExtensionParts({ editor, onShow }: ExtensionPartsProps) {
  const { data, error, refetch } = useCatalog();
  const [opened, setOpened] = useState<string | null>(null);
  if (!data) return error ? <Failure error={error} retry={refetch} /> : <Loading />;
  const open = (name: string | null, shown: Shown): void => {
    setOpened(name);
    onShow(shown);
  };
  return (
    <Stack gap="sm">
      <Blocks editor={editor} catalog={data} opened={opened} onOpen={open} />
      <Pages editor={editor} catalog={data} opened={opened} onOpen={open} />
    </Stack>
  );
}

interface ListProps {
  readonly editor: Editor;
  readonly catalog: Catalog;
  readonly opened: string | null;
  readonly onOpen: (name: string | null, shown: Shown) => void;
}

function Blocks({ editor: { body, change }, catalog, opened, onOpen }: ListProps) {
  const { design, language } = useText();
  const [adding, setAdding] = useState(false);
  const add = useRef<HTMLButtonElement>(null);
  const zones = Object.entries(body.zones);
  return (
    <Fieldset legend={design.extensions.blocks}>
      <Stack gap="sm">
        {zones.length === 0 && <Nothing text={design.extensions.noBlocks} />}
        {zones.map(([zone, blocks]) => (
          <div key={zone}>
            <Text size="sm" fw={600} mb={4}>
              {zoneOf(zone)?.label[language] ?? zone}
            </Text>
            <ol className="design-sections" aria-label={zoneOf(zone)?.label[language] ?? zone}>
              {blocks.map((block, nth) => {
                const offer = catalog.blocks.find(
                  (each) => each.extension === block.extension && each.key === block.block,
                );
                return (
                  <OnePart
                    key={block.id}
                    label={offer?.label[language] ?? `${block.extension}/${block.block}`}
                    nth={nth}
                    last={blocks.length - 1}
                    offer={offer}
                    config={block.config}
                    isOpen={opened === block.id}
                    onOpen={() => onOpen(opened === block.id ? null : block.id, { zone })}
                    onChange={(config) => change((now) => withBlock(now, zone, { ...block, config }, nth))}
                    onMove={(to) => change((now) => withBlock(now, zone, block, to))}
                    onRemove={() => {
                      change((now) => withoutBlock(now, block.id));
                      add.current?.focus();
                    }}
                  />
                );
              })}
            </ol>
          </div>
        ))}
        <Group>
          <Button ref={add} variant="default" leftSection={<PlusIcon aria-hidden />} onClick={() => setAdding(true)}>
            {design.extensions.addBlock}
          </Button>
        </Group>
      </Stack>
      {adding && (
        <AddBlock
          body={body}
          catalog={catalog}
          onClose={() => setAdding(false)}
          onAdd={(zone, block) => {
            change((now) => withBlock(now, zone, block));
            onOpen(block.id, { zone });
            setAdding(false);
          }}
        />
      )}
    </Fieldset>
  );
}

function Pages({ editor: { body, change }, catalog, opened, onOpen }: ListProps) {
  const { design, language } = useText();
  const [adding, setAdding] = useState(false);
  const add = useRef<HTMLButtonElement>(null);
  const pages = Object.entries(body.extPages);
  return (
    <Fieldset legend={design.extensions.pages}>
      <Stack gap="sm">
        {pages.length === 0 && <Nothing text={design.extensions.noPages} />}
        <ol className="design-sections" aria-label={design.extensions.pages}>
          {pages.map(([slug, page]) => {
            const offer = catalog.extensionPages.find(
              (each) => each.extension === page.extension && each.key === page.page,
            );
            const name = `/ek/${slug}`;
            return (
              <OnePart
                key={slug}
                label={`${offer?.label[language] ?? `${page.extension}/${page.page}`} (${name})`}
                offer={offer}
                config={page.config}
                isOpen={opened === name}
                onOpen={() => onOpen(opened === name ? null : name, { slug })}
                onChange={(config) => change((now) => withExtPage(now, slug, { ...page, config }))}
                onRemove={() => {
                  change((now) => withoutExtPage(now, slug).body);
                  onOpen(null, {});
                  add.current?.focus();
                }}
              >
                <SlugInput
                  help={design.extensions.addressHelp}
                  slug={slug}
                  taken={Object.keys(body.extPages)}
                  onChange={(changed) => {
                    change((now) => withExtPage(now, changed, page, slug));
                    onOpen(`/ek/${changed}`, { slug: changed });
                  }}
                />
              </OnePart>
            );
          })}
        </ol>
        <Group>
          <Button ref={add} variant="default" leftSection={<PlusIcon aria-hidden />} onClick={() => setAdding(true)}>
            {design.extensions.addPage}
          </Button>
        </Group>
      </Stack>
      {adding && (
        <AddExtensionPage
          body={body}
          catalog={catalog}
          onClose={() => setAdding(false)}
          onAdd={(slug, page) => {
            change((now) => withExtPage(now, slug, page));
            onOpen(`/ek/${slug}`, { slug });
            setAdding(false);
          }}
        />
      )}
    </Fieldset>
  );
}

const Nothing = ({ text }: { readonly text: string }) => (
  <Text size="sm" c="dimmed">
    {text}
  </Text>
);

type Config = Readonly<Record<string, unknown>>;

interface OnePartProps {
  readonly label: string;
  /** Its place among others; left out: they have no order. */
  readonly nth?: number;
  readonly last?: number;
  /** undefined: its extension is not installed, or offers it no more. */
  readonly offer: Pick<Catalog['blocks'][number], 'fields' | 'enabled'> | undefined;
  readonly config: Config;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onChange: (config: Config) => void;
  readonly onMove?: (to: number) => void;
  readonly onRemove: () => void;
  readonly children?: ReactNode;
}

/** A block or a page with its form. */
function OnePart({
  label,
  nth = 0,
  last = 0,
  offer,
  config,
  isOpen,
  onOpen,
  onChange,
  onMove,
  onRemove,
  children,
}: OnePartProps) {
  const { design } = useText();
  const Icon = isOpen ? ChevronDownIcon : ChevronRightIcon;
  const isOff = !offer?.enabled;
  return (
    <Paper component="li" withBorder p="xs" aria-label={label} {...(isOff ? { className: 'hidden-section' } : {})}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <UnstyledButton aria-expanded={isOpen} onClick={onOpen} className="value" flex={1}>
          <Group gap={6} wrap="nowrap">
            <Icon aria-hidden style={{ flex: 'none' }} />
            <Text size="sm" component="span" fw={600} className="value">
              <Visible text={label} />
              {isOff && ` (${design.hidden})`}
            </Text>
          </Group>
        </UnstyledButton>
        <OrderButtons name={label} nth={nth} last={last} onMove={(to) => onMove?.(to)} onRemove={onRemove} />
      </Group>
      {isOpen && (
        <Stack gap="sm" mt="sm">
          {isOff && <Nothing text={design.extensions.off} />}
          {children}
          {offer && <PropFields schema={offer.fields as PropSchema} props={config} onChange={onChange} />}
        </Stack>
      )}
    </Paper>
  );
}
