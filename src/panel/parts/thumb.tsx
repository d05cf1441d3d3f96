import { lettersOf } from './letters';

interface ThumbProps {
  /** The address of the picture; null: there is none. */
  readonly url: string | null | undefined;
  /** Name of the pictured thing. */
  readonly title: string;
}

/** A small picture of a thing beside its name, or the letters with which its name begins. */
export const Thumb = ({ url, title }: ThumbProps) =>
  url ? (
    <img src={url} alt="" className="thumb" loading="lazy" />
  ) : (
    <span className="thumb" aria-hidden>
      {lettersOf(title)}
    </span>
  );
