const turkish = `# Çalışma alanı

Bu klasör sizin: komutlar burada çalışır, dosyalar burada kalır. İnternet yoktur. \`tezgah\` bu mağazaya ulaşır ve erişim anahtarı istemez.
Yaptığınız değişiklikler mağazaya hemen geçmez: bir öneriye yazılır, mağaza sahibi onaylar.

## Maliyetin altındaki fiyatlar

1. \`maliyet.csv\` dosyasını yazın (\`workspaces.files.write\`). İlk satırı \`sku,maliyet\` ya da \`sku;maliyet\`.
   Tam sayılar kuruştur; \`123,45\` liradır. Varyantların stok kodları da aranır.
2. \`bash zararina.sh\` çalıştırın. Ürünleri listeler, maliyetinin altında satılanları bulur ve \`rapor.md\` dosyasına yazar.
3. \`bash zararina.sh oner\` yeni fiyatları önerir ve öneriyi gönderir. Yeni fiyat maliyetin %10 üstüdür: \`KAR=25\` %25 yapar.

`;

const english = `# Workspace

This folder is yours: commands run here, and files stay. There is no internet. \`tezgah\` reaches this shop and needs no token.
What you change does not go live: it is written into a proposal, and the owner approves it.

## Prices below their costs

1. Write \`maliyet.csv\` (\`workspaces.files.write\`). Its first line is \`sku,maliyet\` or \`sku;maliyet\`.
   A whole number counts hundredths of the lira; \`123,45\` is lira. SKUs of variants are looked up as well.
2. Run \`bash zararina.sh\`. It lists the products, finds those that are sold below their cost, and writes them to \`rapor.md\`.
3. \`bash zararina.sh oner\` proposes new prices and submits the proposal. A new price is the cost and 10 %: \`KAR=25\` makes it 25 %.
`;

/** The files with which a new workspace begins, by their names in `/workspace/store`. Both drivers run them. */
export const starterFiles: Readonly<Record<string, string>> = {
  'README.md': turkish + english,
  'zararina.sh': `#!/bin/bash
# Maliyetinin altında satılan ürünleri bulur; "oner" ile yeni fiyatları önerir.
# Finds products that are sold below their cost; with "oner" it proposes new prices.
costs=\${MALIYET:-maliyet.csv}
profit=\${KAR:-10}
export TEZGAH_RETRY_SECONDS=90

if [ ! -f "$costs" ]; then
  echo "$costs yok: ilk satırı sku,maliyet olan bir dosya yazın. / There is no $costs: write one that begins with sku,maliyet." >&2
  exit 1
fi
columns=sku,id,price,rev,title,variants.sku,variants.id,variants.price,variants.title
tezgah catalog products list --all --limit 100 --columns $columns > liste.tsv || exit 1

# Her ürün ve varyant bir satır / A line for each product and each variant
awk -F '\\t' '
  { print $1 "\\t" $2 "\\t" $3 "\\t" $4 "\\t" $5 }
  $7 != "" {
    n = split($7, ids, ";"); split($6, skus, ";"); split($8, prices, ";"); split($9, titles, ";")
    for (i = 1; i <= n; i++) print skus[i] "\\t" ids[i] "\\t" (prices[i] == "" ? $3 : prices[i]) "\\t" $4 "\\t" $5 " " titles[i]
  }' liste.tsv > urunler.tsv

# Tutarı kuruş olan satırlar; anlaşılmayanlar anlasilmayan.txt / Lines with their amount in kuruş; others go to anlasilmayan.txt
: > anlasilmayan.txt
tr -d '\\r' < "$costs" | awk '
  function cut(line,    i, c, quoted) {
    cells = 1; cell[1] = ""; cell[2] = ""
    for (i = 1; i <= length(line); i++) {
      c = substr(line, i, 1)
      if (c == "\\"") quoted = !quoted
      else if (c == separator && !quoted) { cells++; cell[cells] = "" }
      else cell[cells] = cell[cells] c
    }
    sub(/^ +/, "", cell[1]); sub(/ +$/, "", cell[1])
  }
  function kurus(text) {
    gsub(/[ ₺]|TL/, "", text)
    if (text ~ /^[0-9]+$/) return text + 0
    if (text ~ /^[0-9]+[.][0-9][0-9]$/) return int(text * 100 + 0.5)
    if (text !~ /^[0-9.]+,[0-9][0-9]?$/) return 0
    gsub(/[.]/, "", text); sub(/,/, ".", text)
    return int(text * 100 + 0.5)
  }
  NR == 1 {
    separator = index($0, ";") ? ";" : ","
    cut($0); expected = cells
    if (kurus(cell[2]) > 0) print $0 > "anlasilmayan.txt"
    next
  }
  $0 == "" { next }
  { cut($0); amount = kurus(cell[2]) }
  cells != expected || cell[1] == "" || amount == 0 { print $0 > "anlasilmayan.txt"; next }
  { print cell[1] "\\t" amount }' > maliyet.tsv

awk -F '\\t' 'NR == FNR { known[$1] = 1; next } !($1 in known) { print $1 }' urunler.tsv maliyet.tsv > bulunamayan.txt
awk -F '\\t' -v profit="$profit" '
  NR == FNR { cost[$1] = $2; next }
  $1 != "" && ($1 in cost) && $3 != "" && $3 + 0 < cost[$1] + 0 {
    new = int((cost[$1] * (100 + profit) + 99) / 100)
    print $2 "\\t" $4 "\\t" new "\\t" $3 "\\t" cost[$1] "\\t" $1 "\\t" $5
  }' maliyet.tsv urunler.tsv | sort > zararina.tsv

count() { awk 'END { print NR }' "$1"; }
missing=$(count bulunamayan.txt)
unread=$(count anlasilmayan.txt)
costed=$(count maliyet.tsv)
matched=$((costed - missing))

{
  echo "# Maliyetin altındaki fiyatlar / Prices below their costs"
  echo
  echo "$(count liste.tsv) ürün incelendi. / $(count liste.tsv) products were looked at."
  echo "$matched maliyet bir ürünle eşleşti. / $matched costs have a product."
  [ "$missing" = 0 ] || echo "$missing stok kodu mağazada yok (bulunamayan.txt). / $missing SKUs are not in the shop (bulunamayan.txt)."
  [ "$unread" = 0 ] || echo "$unread satır anlaşılmadı (anlasilmayan.txt). / $unread lines were not understood (anlasilmayan.txt)."
  echo "$(count zararina.tsv) ürün maliyetinin altında. / $(count zararina.tsv) products are below their cost."
  echo
  echo "| SKU | Ürün | Fiyat | Maliyet | Yeni fiyat |"
  echo "| --- | --- | ---: | ---: | ---: |"
  awk -F '\\t' '{ printf "| %s | %s | %.2f | %.2f | %.2f |\\n", $6, $7, $4 / 100, $5 / 100, $3 / 100 }' zararina.tsv
} > rapor.md
cat rapor.md
if [ "$matched" = 0 ]; then
  echo "Hiçbir maliyet bir ürünle eşleşmedi: $costs dosyasındaki stok kodlarına bakın. / No cost has a product: look at the SKUs in $costs." >&2
  exit 1
fi
[ "$1" = oner ] || exit 0

: > oneri.jsonl
while read -r id rev price rest; do
  tezgah run catalog.price.set --target-id "$id" --expected-rev "$rev" --price "$price" --json >> oneri.jsonl
  code=$?
  # 7: önerildi / proposed
  if [ "$code" != 7 ]; then
    echo "$id önerilemedi. / $id was not proposed." >&2
    exit "$code"
  fi
done < zararina.tsv

proposal=$(sed -n 's/.*"proposalId":"\\([^"]*\\)".*/\\1/p' oneri.jsonl | tail -n 1)
if [ -z "$proposal" ]; then
  echo "Önerilecek bir şey yok. / There is nothing to propose."
  exit 0
fi
tezgah run proposal.submit --proposal-id "$proposal" --note "Maliyetin altındaki fiyatlar. / Prices below their costs." --yes --json > gonderildi.json || exit 1
echo "Öneri gönderildi: $proposal / The proposal is submitted."
`,
};
