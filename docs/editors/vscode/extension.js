// Starts `somdc lsp`, and has the commands that show and run.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

const compiler = () => vscode.workspace.getConfiguration("somd").get("path") || "somdc";

function start() {
  const selector = [{ scheme: "file", language: "somd" }];
  if (vscode.workspace.getConfiguration("somd").get("java")) {
    selector.push({ scheme: "file", language: "java" });
  }
  const server = { command: compiler(), args: ["lsp", "--stdio"] };
  client = new LanguageClient("somd", "SOMD", server, { documentSelector: selector });
  return client.start().catch((e) => {
    vscode.window.showErrorMessage(`\`${compiler()} lsp\` does not start: ${e.message}. The setting somd.path names the compiler.`);
  });
}

/** Texts that the server makes, one for each kind and place. */
const shown = new Map();
const changed = new vscode.EventEmitter();

async function show(what, uri, line) {
  const editor = vscode.window.activeTextEditor;
  if (!uri && !editor) return;
  const textDocument = { uri: uri || editor.document.uri.toString() };
  const position = line === undefined ? editor.selection.active : { line, character: 0 };
  const text = await client.sendRequest("somdc/show", { textDocument, position, what });
  const ending = { kernel: "cl", core: "core", rust: "rs" }[what];
  const at = vscode.Uri.parse(`somd-shown:${what}-${position.line + 1}.${ending}`);
  shown.set(at.toString(), text);
  changed.fire(at);
  const document = await vscode.workspace.openTextDocument(at);
  await vscode.window.showTextDocument(document, vscode.ViewColumn.Beside, true);
}

async function run() {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return;
  const target = await vscode.window.showQuickPick(["auto", "cpu", "seq", "gpu", "gpus", "interp"], { title: "Run on" });
  if (!target) return;
  await editor.document.save();
  const args = ["run", editor.document.uri.fsPath, "--target", target];
  const folder = vscode.workspace.getWorkspaceFolder(editor.document.uri) || vscode.TaskScope.Workspace;
  const task = new vscode.Task({ type: "process" }, folder, `run on ${target}`, "somdc", new vscode.ProcessExecution(compiler(), args));
  await vscode.tasks.executeTask(task);
}

exports.activate = async (context) => {
  const provider = { onDidChange: changed.event, provideTextDocumentContent: (uri) => shown.get(uri.toString()) || "" };
  const command = (name, f) => context.subscriptions.push(vscode.commands.registerCommand(name, f));
  context.subscriptions.push(vscode.workspace.registerTextDocumentContentProvider("somd-shown", provider));
  command("somd.run", run);
  command("somdc.showKernel", (uri, line) => show("kernel", uri, line));
  command("somd.showCore", () => show("core"));
  command("somd.showRust", () => show("rust"));
  command("somd.restart", async () => {
    if (client) await client.stop();
    await start();
  });
  await start();
};

exports.deactivate = () => client && client.stop();
