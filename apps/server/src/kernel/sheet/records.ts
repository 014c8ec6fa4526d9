/** The fields of every record, with quotes as RFC 4180 has them. */
export function recordsOf(text: string, delimiter: string): string[][] {
  const records: string[][] = []
  let record: string[] = []
  let field = ''
  let quoted = false
  const endField = () => {
    record.push(field)
    field = ''
  }
  const endRecord = () => {
    endField()
    records.push(record)
    record = []
  }
  const plain = (letter: string) => {
    if (letter === '"' && field.trim() === '') {
      quoted = true
      field = ''
    } else if (letter === delimiter) endField()
    else if (letter === '\n') endRecord()
    else if (letter !== '\r') field += letter
  }
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at)
    if (!quoted) plain(letter)
    else if (letter !== '"') field += letter
    else if (text.charAt(at + 1) === '"') {
      field += '"'
      at++
    } else quoted = false
  }
  if (field !== '' || record.length > 0) endRecord()
  return records
}
