// The API reference page: shows one OpenAPI document and sends requests to the member API. No
// library and no inline code, since the content security policy allows only files of this origin.

const [main, filter, token] = ['#main', '#filter', '#token'].map(id => document.querySelector(id))
const tabs = [...document.querySelectorAll('#documents a')]
const loaded = new Map()
let [name, shown] = ['member', null]

/** An element with properties and children; strings become text, never markup. */
function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties)
  made.append(...children.filter(child => child !== null && child !== ''))
  return made
}
/** Text with `code` in it. */
const prose = text => text.split('`').map((part, n) => (n % 2 ? element('code', {}, part) : part))
const heading = text => element('h3', {}, text)
const div = (className, ...children) => element('div', { className }, ...children)
const span = (className, text) => element('span', { className }, text)
const note = (...children) => element('p', { className: 'note' }, ...children)
const pretty = value => JSON.stringify(value, null, 2)
const lookUp = pointer => pointer.split('/').reduce((part, key) => part[key], shown)
const resolved = value => (value?.$ref ? lookUp(value.$ref.slice(2)) : value)

/** One line about a schema: its type, values and limits. */
function kindOf(schema) {
  const whole = resolved(schema)
  if (whole.const !== undefined) return JSON.stringify(whole.const)
  if (whole.enum) return whole.enum.map(value => JSON.stringify(value)).join(' | ')
  if (whole.anyOf) return whole.anyOf.map(kindOf).join(' | ')
  if (whole.items) return `array of ${kindOf(whole.items)}`
  const { minimum, maximum, maxLength, format = '' } = whole
  const range = [minimum === undefined ? '' : `from ${minimum}`, maximum && `to ${maximum}`]
  const limits = [...range, maxLength && `up to ${maxLength} characters`, format]
  const type = [whole.type ?? 'any'].flat().join(' | ')
  return [schema.$ref?.split('/').at(-1) ?? type, ...limits.filter(Boolean)].join(', ')
}

/** The object whose fields are worth listing: behind references, null and arrays. */
function objectIn(schema) {
  const whole = resolved(schema)
  if (whole.items) return objectIn(whole.items)
  const choices = (whole.anyOf ?? []).map(objectIn)
  return choices.find(each => each.properties) ?? whole
}

/** The fields of an object as nested lists. */
function fieldsOf(schema) {
  const { properties = {}, required = [] } = objectIn(schema)
  const rows = Object.entries(properties).map(([field, inner]) =>
    element(
      'li',
      {},
      element('code', {}, field),
      required.includes(field) ? span('needed', ' required') : '',
      span('kind', ` ${kindOf(inner)} `),
      ...prose(inner.description ?? resolved(inner).description ?? ''),
      fieldsOf(inner),
    ),
  )
  return rows.length === 0 ? '' : element('ul', { className: 'fields' }, ...rows)
}

/** What an operation takes, wherever each field travels, with its example. */
function payloadOf(operation) {
  const parameters = operation.parameters.map(resolved).filter(each => each.in !== 'header')
  const body = operation.requestBody?.content['application/json']
  const byName = value => Object.fromEntries(parameters.map(each => [each.name, value(each)]))
  const needed = parameters.filter(each => each.required).map(each => each.name)
  return {
    example: { ...byName(each => each.example ?? ''), ...body?.example },
    schema: {
      properties: { ...byName(each => each.schema), ...body?.schema.properties },
      required: [...needed, ...(body?.schema.required ?? [])],
    },
  }
}

/** Sends one request of the member API as the app does, and shows the answer. */
async function send({ method, path, operation }, payload, output) {
  const fields = JSON.parse(payload || '{}')
  const target = path.replace(/\{(\w+)\}/g, (_all, field) => {
    const value = encodeURIComponent(fields[field] ?? '')
    delete fields[field]
    return value
  })
  const keyed = operation.parameters.some(each => each.$ref?.endsWith('/IdempotencyKey'))
  // randomUUID is missing where the page is served over plain HTTP.
  const key = [...crypto.getRandomValues(new Uint32Array(4))].join('-')
  const headers = {
    ...(token.value ? { authorization: `Bearer ${token.value.trim()}` } : {}),
    ...(keyed ? { 'idempotency-key': key } : {}),
    ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
  }
  const [query, content] =
    method === 'GET'
      ? [`?${new URLSearchParams(fields)}`, {}]
      : ['', { body: JSON.stringify(fields) }]
  const answer = await fetch(target + query, { method, headers, ...content })
  const said = await answer.json()
  const line = `HTTP ${answer.status}, code ${said.code}: ${said.message}`
  const state = div(said.code === 200 ? 'good' : 'bad', line)
  output.replaceChildren(state, element('pre', {}, pretty(said)))
  if (said.code === 200 && said.data?.api_token) token.value = said.data.api_token
}

function sender(each, example) {
  const payload = element('textarea', { value: pretty(example), ariaLabel: 'Payload' })
  const output = element('div', { role: 'status' })
  const button = element('button', { type: 'button' }, 'Send')
  button.addEventListener('click', async () => {
    button.disabled = true
    await send(each, payload.value, output).catch(error => output.replaceChildren(String(error)))
    button.disabled = false
  })
  return [payload, element('p', {}, button), output]
}

function bodyOf(each) {
  const { operation } = each
  const { example, schema } = payloadOf(operation)
  const answer = operation.responses['200'].content['application/json']
  const { data } = (answer.schema.oneOf?.[0] ?? answer.schema).properties
  const isUpload = operation.requestBody?.content['multipart/form-data'] !== undefined
  const canSend = name === 'member' && !isUpload
  const headers = operation.parameters.map(resolved).filter(({ in: place }) => place === 'header')
  const sent = [
    heading(canSend ? 'Try it' : 'Example request'),
    ...(canSend ? sender(each, example) : []),
    canSend ? '' : element('pre', {}, isUpload ? 'Multipart, the field `file`.' : pretty(example)),
    heading('Payload'),
    fieldsOf(schema) || note(isUpload ? 'One file.' : 'No fields.'),
  ]
  const given = [
    heading('Example answer'),
    element('pre', {}, pretty(answer.examples.success.value)),
    heading('Data'),
    note(kindOf(data)),
    fieldsOf(data),
  ]
  return div(
    'body',
    element('p', {}, ...prose(operation.description ?? '')),
    ...headers.map(header => note(element('code', {}, header.name), ` ${header.description}`)),
    div('columns', div('', ...sent), div('', ...given)),
  )
}

/** One operation; its details are made when it is opened. */
function rowOf(each) {
  const { method, path, operation } = each
  const label = [
    span('method', method),
    element('code', {}, path),
    span('title', operation.summary),
  ]
  const row = element('details', {}, element('summary', {}, ...label))
  row.className = operation.deprecated ? 'deprecated' : ''
  row.addEventListener('toggle', () => {
    if (row.open && row.children.length === 1) row.append(bodyOf(each))
  })
  return row
}

/** Lists the operations that match the filter, by tag. */
function list() {
  const wanted = filter.value.trim().toLowerCase()
  const all = Object.entries(shown.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([verb, operation]) => {
      const text = `${path} ${operation.summary} ${operation.description ?? ''}`.toLowerCase()
      return { method: verb.toUpperCase(), path, operation, text }
    }),
  )
  const found = all.filter(({ text }) => text.includes(wanted))
  const sections = shown.tags.flatMap(tag => {
    const rows = found.filter(({ operation }) => operation.tags.includes(tag.name)).map(rowOf)
    const head = [element('h2', {}, tag.name), element('p', {}, tag.description)]
    return rows.length === 0 ? [] : [element('section', {}, ...head, ...rows)]
  })
  const top = [shown.info.description, `${found.length} of ${all.length} operations.`].map(text =>
    note(text),
  )
  main.replaceChildren(...top, ...sections)
}

async function show() {
  const tab = tabs.find(each => each.hash === location.hash) ?? tabs[0]
  name = tab.hash.slice(1)
  for (const each of tabs) each.ariaCurrent = each === tab ? 'page' : null
  token.parentElement.hidden = name !== 'member'
  const file = `/docs/api/${tab.hash.slice(1)}.json`
  if (!loaded.has(name)) loaded.set(name, await (await fetch(file)).json())
  shown = loaded.get(name)
  list()
}

filter.addEventListener('input', list)
addEventListener('hashchange', show)
await show()
