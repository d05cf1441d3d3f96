/** The faces of text on paper. */
export type Face = 'regular' | 'bold';

/** Packages that have the glyphs of Turkish and the sign of the lira (OFL-1.1). Static: pdfkit cuts what it needs out of them. */
const FONTS: Readonly<Record<Face, string>> = {
  regular: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  bold: '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
};

/** Gives a document its faces, each by its name. */
export function registerFonts(pdf: PDFKit.PDFDocument): void {
  for (const [name, file] of Object.entries(FONTS)) pdf.registerFont(name, require.resolve(file));
}
