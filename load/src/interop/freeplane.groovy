// What Freeplane sees in each file that the list names: one line of JSON a file. Arguments: Freeplane's folder, one for its settings, the list.
import groovy.json.JsonOutput
import org.freeplane.launcher.Launcher

def creator = Launcher.createForInstallation(new File(args[0])).disableSecurityManager().userDirectory(new File(args[1])).launchHeadless()
for (file in new File(args[2]).readLines()) {
  def nodes = []
  def tell
  tell = { node, level ->
    nodes << [
      id: node.id, level: level, isFree: node.free, words: node.plainText, shown: node.displayedText, text: node.text, link: node.link?.text,
      image: node.externalObject?.uri, to: node.connectorsOut.collect { it.target?.id }]
    node.children.each { tell(it, level + 1) }
  }
  tell(creator.load(new File(file)).mindMap.root, 1)
  println 'SEEN ' + JsonOutput.toJson(nodes)
}
System.exit(0)
