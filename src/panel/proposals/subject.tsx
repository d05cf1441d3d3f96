import { Anchor, Box, Group, Text } from '@mantine/core';
import { fieldOf, type ValuePlace } from '../../kernel/schema/meaning';
import { visibleText } from '../../kernel/schema/visible';
import { saidBeside } from '../../proposal/unshown-words';
import type { Item } from '../api/types';
import { useMeanings } from '../parts/meaning';
import { Visible } from '../parts/quoted';
import { Ago } from '../parts/time';
import { useTitle } from '../parts/titles';
import { FieldName, Plain } from '../parts/value';
import { fileTitle, money } from '../text/format';
import { useText } from '../text/text';

/** Shows what it acts upon, so that nobody decides without seeing what about. */
export function ActsUpon({ upon }: Pick<Item, 'upon'>) {
  const texts = useText();
  const { language } = texts;
  if (upon.length === 0) return null;
  // Several may have one name and one value, e.g. two pieces of the same goods.
  const keyed = upon.map((fact, nth) => ({ key: `fact ${nth}`, fact }));
  return (
    <Box component="section" mb="xs" className="value" aria-label={texts.proposals.actsUpon}>
      <Text size="xs" fw={600}>
        {texts.proposals.actsUpon}
      </Text>
      <dl className="parts">
        {keyed.map(({ key, fact }) => (
          <div key={key}>
            <dt>{fact.label[language]}</dt>
            <dd>
              <UponValue fact={fact} />
            </dd>
          </div>
        ))}
      </dl>
    </Box>
  );
}

function UponValue({ fact: { kind, value } }: { readonly fact: Item['upon'][number] }) {
  if (kind === 'money') return <Text size="sm">{money(Number(value))}</Text>;
  if (kind === 'time') return <Ago at={String(value)} />;
  return (
    <Text size="sm" component="div">
      <Visible text={String(value)} />
    </Text>
  );
}

/** Shows the pictures that it is about, so that nobody decides on one unseen. */
export function Pictures({ pictures }: Pick<Item, 'pictures'>) {
  const texts = useText();
  if (pictures.length === 0) return null;
  return (
    <Group component="section" gap="xs" mt="xs" aria-label={texts.proposals.pictures}>
      {pictures.map(({ id, url }) => (
        <Picture key={id} id={id} url={url} />
      ))}
    </Group>
  );
}

function Picture({ id, url }: Item['pictures'][number]) {
  return <Figure url={url} title={visibleText(useTitle(id) ?? id)} />;
}

function Figure({ url, title }: { readonly url: string; readonly title: string }) {
  return (
    <figure className="pictured">
      <img src={url} alt={title} className="picture" loading="lazy" />
      <figcaption>{title}</figcaption>
    </figure>
  );
}

/** Shows the files that its call brought, so that nobody decides on one unseen. */
export function Files({ files }: Pick<Item, 'files'>) {
  const texts = useText();
  if (files.length === 0) return null;
  return (
    <Group component="section" gap="xs" mt="xs" aria-label={texts.proposals.files}>
      {files.map(({ type, size, picture, url }) => {
        const title = fileTitle(type, size, texts);
        return picture ? (
          <Figure key={url} url={url} title={title} />
        ) : (
          <Anchor key={url} href={url} download size="sm">
            {title}
          </Anchor>
        );
      })}
    </Group>
  );
}

/** The place of what is said; the entries of a list stand at the place of the list. */
const placeIn = (payload: ValuePlace, path: string): ValuePlace =>
  path
    .split('/')
    .filter((name) => !/^\d+$/.test(name))
    .reduce(fieldOf, payload);

/** Shows words of the call that stand in no field of its changes. */
export function SaidBeside({ item: { command, payload, preview } }: { readonly item: Item }) {
  const texts = useText();
  const { payloadOf } = useMeanings();
  const said = saidBeside(payload, preview.changes);
  if (said.length === 0) return null;
  return (
    <Box component="section" mt="xs" className="value" aria-label={texts.proposals.saidBeside}>
      <Text size="xs" fw={600}>
        {texts.proposals.saidBeside}
      </Text>
      <dl className="parts">
        {said.map(({ path, text }) => {
          const place = placeIn(payloadOf(command), path);
          return (
            <div key={path}>
              <dt>
                <FieldName field={path} place={place} />
              </dt>
              <dd>
                <Text size="sm" component="div">
                  <Plain place={place} value={text} />
                </Text>
              </dd>
            </div>
          );
        })}
      </dl>
    </Box>
  );
}
