/**
 * Reads names that a style sheet may use. A name that is not listed is refused: a browser may learn new words, and the gate learns none by
 * itself.
 */
const listOf = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

export const atRules = listOf('media supports layer container keyframes');

export const functions = listOf(`
  var calc min max clamp abs sign round rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark
  linear-gradient radial-gradient conic-gradient repeating-linear-gradient repeating-radial-gradient repeating-conic-gradient
  translate translatex translatey scale scalex scaley rotate
  blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia
  cubic-bezier steps linear minmax repeat fit-content circle ellipse inset polygon env`);

export const pseudos = listOf(`
  hover focus focus-visible focus-within active disabled checked first-child last-child only-child nth-child nth-last-child
  first-of-type last-of-type nth-of-type not is where has root empty placeholder-shown invalid valid required optional
  before after placeholder marker selection first-line first-letter open`);

export const attributes = /^data-(el|part|axis-[a-z]+)$/;

/** Elements of pages, and the two stages of an animation that have names. */
export const elements = listOf(
  'a p h1 h2 h3 h4 ul ol li img button input select textarea label fieldset legend details summary from to',
);

export const properties = listOf(`
  accent-color align-content align-items align-self animation animation-delay animation-direction animation-duration
  animation-fill-mode animation-iteration-count animation-name animation-timing-function appearance aspect-ratio
  backdrop-filter background background-blend-mode background-clip background-color background-image background-origin
  background-position background-repeat background-size block-size border border-block border-block-end border-block-start
  border-bottom border-bottom-color border-bottom-left-radius border-bottom-right-radius border-bottom-style
  border-bottom-width border-collapse border-color border-inline border-inline-end border-inline-start border-left
  border-left-color border-left-style border-left-width border-radius border-right border-right-color border-right-style
  border-right-width border-spacing border-style border-top border-top-color border-top-left-radius
  border-top-right-radius border-top-style border-top-width border-width box-shadow box-sizing caret-color clip-path color
  color-scheme column-count column-gap column-rule columns container container-name container-type content display filter
  flex flex-basis flex-direction flex-flow flex-grow flex-shrink flex-wrap font font-family font-feature-settings
  font-size font-style font-variant font-variant-caps font-variant-numeric font-weight gap grid grid-area
  grid-auto-columns grid-auto-flow grid-auto-rows grid-column grid-column-end grid-column-start grid-row grid-row-end
  grid-row-start grid-template grid-template-areas grid-template-columns grid-template-rows height hyphens inline-size
  justify-content justify-items justify-self letter-spacing line-height list-style list-style-position list-style-type
  margin margin-block margin-block-end margin-block-start margin-bottom margin-inline margin-inline-end
  margin-inline-start margin-left margin-right margin-top max-block-size max-height max-inline-size max-width
  min-block-size min-height min-inline-size min-width mix-blend-mode object-fit object-position opacity order outline
  outline-color outline-offset outline-style outline-width overflow overflow-wrap overflow-x overflow-y padding
  padding-block padding-block-end padding-block-start padding-bottom padding-inline padding-inline-end
  padding-inline-start padding-left padding-right padding-top place-content place-items place-self rotate row-gap scale
  scroll-margin scroll-padding text-align text-decoration text-decoration-color text-decoration-line
  text-decoration-style text-decoration-thickness text-indent text-overflow text-shadow text-transform
  text-underline-offset text-wrap top right bottom left inset position transform transform-origin transition
  transition-delay transition-duration transition-property transition-timing-function translate vertical-align visibility
  white-space width word-break word-spacing z-index`);

/** Values of properties that would cover the page, or show text that nobody wrote. */
export const values: Readonly<Record<string, ReadonlySet<string>>> = {
  position: listOf('static relative absolute'),
  content: listOf('"" none normal'),
};

/** Layers that a style sheet may name: the page keeps those above them for what has to be seen. */
export const layer = /^(auto|-?\d{1,3})$/;

/** Properties whose value may have a text in it: names of fonts and of areas, none that is shown. */
export const textual: ReadonlySet<string> = new Set([
  'font',
  'font-family',
  'font-feature-settings',
  'grid',
  'grid-template',
  'grid-template-areas',
]);
