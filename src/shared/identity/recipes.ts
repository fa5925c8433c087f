/** What other programs need to read this installation, to copy: each with the address and a key, or a word in its place. */
export const recipes = (address: string, key: string) => ({
  read: `curl -H 'Authorization: Bearer ${key}' '${address}/upcoming'`,
  write: `curl -X PUT -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' \\
  -d '{"projectID": 1, "inputs": {"name": "Change the filter", "day": "2031-01-30", "repeats": null}}' \\
  '${address}/task'`,
  homeAssistant: `rest:
  - resource: ${address}/upcoming
    headers:
      Authorization: Bearer ${key}
    scan_interval: 3600
    sensor:
      - name: Next warranty to end
        value_template: >-
          {{ value_json.coming | selectattr('label', 'search', '(?i)warranty')
             | map(attribute='title') | first | default('None') }}
      - name: Day of the next warranty to end
        value_template: >-
          {{ value_json.coming | selectattr('label', 'search', '(?i)warranty')
             | map(attribute='day') | first | default('None') }}`,
  n8n: JSON.stringify(
    {
      nodes: [
        {
          ...{ name: 'Every day', type: 'n8n-nodes-base.scheduleTrigger', typeVersion: 1.2, position: [0, 0] },
          parameters: { rule: { interval: [{ field: 'days' }] } },
        },
        {
          ...{ name: 'Roomfolio', type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2, position: [220, 0] },
          parameters: {
            url: `${address}/upcoming`,
            sendHeaders: true,
            headerParameters: { parameters: [{ name: 'Authorization', value: `Bearer ${key}` }] },
          },
        },
      ],
      connections: { 'Every day': { main: [[{ node: 'Roomfolio', type: 'main', index: 0 }]] } },
    },
    null,
    2,
  ),
})
