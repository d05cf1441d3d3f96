const turkish = `# Çalışma alanı

Bu klasör sizin: komutlar burada çalışır, dosyalar burada kalır. İnternet yoktur. \`tezgah\` bu mağazaya ulaşır ve erişim anahtarı istemez.
Yaptığınız değişiklikler mağazaya hemen geçmez: bir öneriye yazılır, mağaza sahibi onaylar.

## Maliyetin altındaki fiyatlar

1. \`maliyet.csv\` dosyasını yazın (\`workspaces.files.write\`). İlk satırı \`sku,maliyet\`; tutarlar kuruştur.
2. \`bash zararina.sh\` çalıştırın. Ürünleri listeler, maliyetinin altında satılanları bulur ve \`rapor.md\` dosyasına yazar.
3. \`bash zararina.sh oner\` yeni fiyatları önerir ve öneriyi gönderir. Yeni fiyat maliyetin %10 üstüdür: \`KAR=25\` %25 yapar.

`;

const english = `# Workspace

This folder is yours: commands run here, and files stay. There is no internet. \`tezgah\` reaches this shop and needs no token.
What you change does not go live: it is written into a proposal, and the owner approves it.

## Prices below their costs

1. Write \`maliyet.csv\` (\`workspaces.files.write\`). Its first line is \`sku,maliyet\`; an amount is a hundred times the lira.
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
tezgah catalog products list --all --limit 100 --columns sku,id,price,rev,title > urunler.tsv || exit 1

tr -d '\\r' < "$costs" | awk -F , 'NR > 1 && $1 != "" && $2 + 0 > 0 { print $1 "\\t" int($2) }' > maliyet.tsv
awk -F '\\t' -v profit="$profit" '
  NR == FNR { cost[$1] = $2; next }
  ($1 in cost) && $3 != "" && $3 + 0 < cost[$1] + 0 {
    new = int((cost[$1] * (100 + profit) + 99) / 100)
    print $2 "\\t" $4 "\\t" new "\\t" $3 "\\t" cost[$1] "\\t" $1 "\\t" $5
  }' maliyet.tsv urunler.tsv | sort > zararina.tsv

{
  echo "# Maliyetin altındaki fiyatlar / Prices below their costs"
  echo
  awk 'END { print NR " ürün incelendi. / " NR " products were looked at." }' urunler.tsv
  awk 'END { print NR " ürün maliyetinin altında. / " NR " products are below their cost." }' zararina.tsv
  echo
  echo "| SKU | Ürün | Fiyat | Maliyet | Yeni fiyat |"
  echo "| --- | --- | ---: | ---: | ---: |"
  awk -F '\\t' '{ printf "| %s | %s | %.2f | %.2f | %.2f |\\n", $6, $7, $4 / 100, $5 / 100, $3 / 100 }' zararina.tsv
} > rapor.md
cat rapor.md
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
