import type { SectionProps } from '../../section/sections';
import { FIELDS } from '../read/asks';
import { nodesOf, type Placed } from '../read/design';
import { type FieldName, fieldText } from '../text/fields';
import { plain } from '../text/text';
import type { NodeProps, Page } from './page';
import { Action, Heading, Image, lines, pictureOf, Rich, Section, Text } from './parts';

type Props<T extends keyof SectionProps> = Partial<SectionProps[T]>;

const ACROSS = '(min-width: 1200px) 1200px, 100vw';
const HALF = '(min-width: 860px) 50vw, 100vw';
const THIRD = '(min-width: 860px) 33vw, 100vw';

const itemsOf = (page: Page, { node }: Placed): readonly Placed[] => nodesOf(page.design, node.slots?.items ?? []);

export const Hero = ({ page, placed: { id, node } }: NodeProps) => {
  const {
    title = '',
    text,
    image,
    imageAlt = '',
    media = 'side',
    primary,
    secondary,
    align = 'left',
    height = 'medium',
    tone,
  } = node.props as Props<'hero'>;
  const picture = pictureOf(page, image);
  const Title = page.leading === id ? 'h1' : 'h2';
  return (
    <section
      data-el="hero"
      data-axis-align={align}
      data-axis-height={height}
      data-axis-media={picture ? media : 'none'}
      data-tone={tone}
    >
      <div data-inner="">
        <div data-part="body">
          <Title data-part="title">{plain(title)}</Title>
          {text ? <p data-part="text">{lines(text)}</p> : null}
          {primary || secondary ? (
            <div data-part="actions">
              <Action page={page} action={primary} />
              <Action page={page} action={secondary} kind="secondary" />
            </div>
          ) : null}
        </div>
        {picture ? (
          <div data-part="media">
            <Image
              page={page}
              picture={picture}
              alt={imageAlt}
              sizes={media === 'side' ? HALF : '100vw'}
              first
              leads={page.leading === id}
            />
          </div>
        ) : null}
      </div>
    </section>
  );
};

export const RichTextSection = ({ page, placed: { node } }: NodeProps) => {
  const { title, content = [], align = 'left', tone, width = 'narrow' } = node.props as Props<'richText'>;
  return (
    <Section title={title} tone={tone} width={width}>
      <div data-align={align}>
        <Rich page={page} content={content} />
      </div>
    </Section>
  );
};

export const ImageBanner = ({ page, placed: { node } }: NodeProps) => {
  const { image, alt = '', link, caption, ratio = 'wide', tone, width = 'wide' } = node.props as Props<'imageBanner'>;
  const picture = <Image page={page} picture={pictureOf(page, image)} alt={alt} sizes={ACROSS} ratio={ratio} />;
  const href = link === undefined ? undefined : page.links.of(link);
  return (
    <Section tone={tone} width={width}>
      <figure>
        {href === undefined ? picture : <a href={href}>{picture}</a>}
        {caption ? <figcaption>{plain(caption)}</figcaption> : null}
      </figure>
    </Section>
  );
};

export const ImageWithText = ({ page, placed: { node } }: NodeProps) => {
  const {
    image,
    alt = '',
    title,
    content = [],
    action,
    side = 'left',
    ratio = 'landscape',
    tone,
  } = node.props as Props<'imageWithText'>;
  return (
    <Section tone={tone}>
      <div data-halves={side}>
        <div>
          <Image page={page} picture={pictureOf(page, image)} alt={alt} sizes={HALF} ratio={ratio} />
        </div>
        <div>
          {title ? <Heading level="2" text={title} /> : null}
          <Rich page={page} content={content} />
          {action ? (
            <p>
              <Action page={page} action={action} />
            </p>
          ) : null}
        </div>
      </div>
    </Section>
  );
};

export const FeatureList = ({ page, placed }: NodeProps) => {
  const { title, columns = 3, tone, width } = placed.node.props as Props<'featureList'>;
  return (
    <Section title={title} tone={tone} width={width}>
      <ul data-el="feature-list" data-axis-columns={String(columns)}>
        {itemsOf(page, placed).map(({ id, node }) => {
          const { title = '', text, image, link } = node.props as Props<'feature'>;
          const href = link === undefined ? undefined : page.links.of(link);
          return (
            <li key={id} data-part="item">
              <Image page={page} picture={pictureOf(page, image)} alt="" sizes={THIRD} />
              <h3 data-part="title">{href === undefined ? plain(title) : <a href={href}>{plain(title)}</a>}</h3>
              {text ? <p data-part="text">{lines(text)}</p> : null}
            </li>
          );
        })}
      </ul>
    </Section>
  );
};

export const Faq = ({ page, placed }: NodeProps) => {
  const { title, tone, width = 'narrow' } = placed.node.props as Props<'faq'>;
  return (
    <Section title={title} tone={tone} width={width}>
      <div data-el="faq">
        {itemsOf(page, placed).map(({ id, node }) => {
          const { question = '', answer = [] } = node.props as Props<'faqItem'>;
          return (
            <details key={id} data-part="item">
              <summary data-part="question">{plain(question)}</summary>
              <div data-part="answer">
                <Rich page={page} content={answer} />
              </div>
            </details>
          );
        })}
      </div>
    </Section>
  );
};

export const Quotes = ({ page, placed }: NodeProps) => {
  const { title, columns = 3, tone, width } = placed.node.props as Props<'quotes'>;
  return (
    <Section title={title} tone={tone} width={width}>
      <div data-grid={String(columns)}>
        {itemsOf(page, placed).map(({ id, node }) => {
          const { text = '', author } = node.props as Props<'quoteItem'>;
          return (
            <figure key={id} data-el="quote">
              <blockquote data-part="text">{lines(text)}</blockquote>
              {author ? <figcaption data-part="author">{plain(author)}</figcaption> : null}
            </figure>
          );
        })}
      </div>
    </Section>
  );
};

export const LogoList = ({ page, placed }: NodeProps) => {
  const { title, tone, width } = placed.node.props as Props<'logoList'>;
  return (
    <Section title={title} tone={tone} width={width}>
      <ul data-el="logo-list">
        {itemsOf(page, placed).map(({ id, node }) => {
          const { image, name = '', link } = node.props as Props<'logo'>;
          const picture = <Image page={page} picture={pictureOf(page, image)} alt={name} sizes="160px" />;
          const href = link === undefined ? undefined : page.links.of(link);
          return (
            <li key={id} data-part="item">
              {href === undefined ? picture : <a href={href}>{picture}</a>}
            </li>
          );
        })}
      </ul>
    </Section>
  );
};

export const Gallery = ({ page, placed }: NodeProps) => {
  const { title, columns = 3, ratio = 'square', tone, width } = placed.node.props as Props<'gallery'>;
  return (
    <Section title={title} tone={tone} width={width}>
      <ul data-el="gallery" data-axis-columns={String(columns)}>
        {itemsOf(page, placed).map(({ id, node }) => {
          const { image, alt = '', caption, link } = node.props as Props<'galleryItem'>;
          const picture = <Image page={page} picture={pictureOf(page, image)} alt={alt} sizes={THIRD} ratio={ratio} />;
          const href = link === undefined ? undefined : page.links.of(link);
          return (
            <li key={id} data-part="item">
              <figure>
                {href === undefined ? picture : <a href={href}>{picture}</a>}
                {caption ? <figcaption>{plain(caption)}</figcaption> : null}
              </figure>
            </li>
          );
        })}
      </ul>
    </Section>
  );
};

export const Contact = ({ page, placed: { node } }: NodeProps) => {
  const { title, text, tone, width } = node.props as Props<'contact'>;
  const { identity } = page.store;
  const rows = identity
    ? ([
        ['Telefon', identity.phone, `tel:${identity.phone}`],
        ['E-posta', identity.email, `mailto:${identity.email}`],
        ['Adres', `${identity.address}, ${identity.district} / ${identity.province}`, ''],
      ] as const)
    : [];
  return (
    <Section title={title} tone={tone} width={width}>
      {text ? <Text text={text} /> : null}
      <dl data-el="contact">
        {rows.map(([label, value, address]) => {
          const href = page.links.of(address);
          return (
            <div key={label} data-part="row">
              <dt data-part="label">{label}</dt>
              <dd data-part="value">{href === undefined ? plain(value) : <a href={href}>{plain(value)}</a>}</dd>
            </div>
          );
        })}
      </dl>
    </Section>
  );
};

export const Divider = ({ placed: { node } }: NodeProps) => {
  const { line, width } = node.props as Props<'divider'>;
  return <Section width={width}>{line ? <hr /> : null}</Section>;
};

export const CustomField = ({ page, placed: { node } }: NodeProps) => {
  const { target, key, title, tone, width } = node.props as Props<'customField'>;
  if (target === undefined || key === undefined) return null;
  const of = target === 'store' ? page.store : page.main?.kind === 'product' ? page.main.value : undefined;
  const value = of && Object.hasOwn(of.metafields, key) ? of.metafields[key] : undefined;
  const field = page.shown.all<FieldName>(FIELDS[target]).find((each) => each.key === key)?.value;
  const text = field && fieldText(field, value);
  return text ? (
    <Section title={title ?? field.label} tone={tone} width={width}>
      <Text text={text} />
    </Section>
  ) : null;
};
